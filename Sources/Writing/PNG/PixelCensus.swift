/// Looks at pixels to find the PNG format that holds them exactly in the fewest bits.
///
/// Memory is constant: colours are counted up to 256.
struct PixelCensus {
  private(set) var isOpaque = true
  /// Whether red, green and blue are equal in every pixel.
  private(set) var isGray = true
  /// Every colour in the order of its first pixel; nil when there are more than 256, or when
  /// nobody asks.
  private(set) var colors: [UInt32]?
  private var table = ColorTable()
  private let formats: PNGWritingOptions.Formats

  init(_ formats: PNGWritingOptions.Formats = .smallest) {
    self.formats = formats
    colors = formats == .smallest ? [] : nil
  }

  /// Counts a row, or any run, of straight RGBA pixels with red in the first byte.
  mutating func count(_ pixels: UnsafePointer<UInt32>, _ length: Int) {
    var all = UInt32.max
    var differences: UInt32 = 0
    for index in 0..<length {
      let pixel = pixels[index].littleEndian
      all &= pixel
      differences |= pixel ^ (pixel >> 8)
    }
    if all >> 24 != 255 { isOpaque = false }
    if differences & 0xFFFF != 0 { isGray = false }
    if colors != nil { countColors(pixels, length) }
  }

  private mutating func countColors(_ pixels: UnsafePointer<UInt32>, _ length: Int) {
    var last: UInt32?
    for index in 0..<length where pixels[index] != last {
      let pixel = pixels[index]
      last = pixel
      guard let number = table.add(pixel) else {
        colors = nil
        return
      }
      if number == colors?.count { colors?.append(pixel) }
    }
  }

  /// Whether further pixels can change nothing.
  ///
  /// - Parameter mayBeTransparent: whether a pixel that is still to come can be other than opaque.
  func isSettled(mayBeTransparent: Bool) -> Bool {
    colors == nil && !isGray && (!isOpaque || !mayBeTransparent || formats == .withAlpha)
  }

  /// The smallest format for the pixels that were counted. Of formats of one size, grey goes before
  /// a palette, which takes bytes of its own.
  var format: PNGPixelFormat {
    if formats == .withAlpha { return isGray ? .grayAlpha : .rgba }
    guard let colors else {
      if isGray { return .grayAlpha }
      return isOpaque ? .rgb : .rgba
    }
    let bits = [1, 2, 4].first { colors.count <= 1 << $0 } ?? 8
    if isGray, isOpaque {
      let grayBits = Self.grayBits(colors)
      if grayBits <= bits { return .gray(bits: grayBits) }
    }
    // Those that are not opaque first: the list of alphas ends with the last of them.
    let sorted = colors.sorted { a, b in
      (a.littleEndian >> 24, a.littleEndian) < (b.littleEndian >> 24, b.littleEndian)
    }
    return .palette(sorted, bits: bits)
  }

  /// The fewest bits in which every grey is a whole step.
  private static func grayBits(_ colors: [UInt32]) -> Int {
    [1, 2, 4].first { bits in
      let step = UInt32(255 / ((1 << bits) - 1))
      return colors.allSatisfy { ($0.littleEndian & 255).isMultiple(of: step) }
    } ?? 8
  }
}

/// The numbers of at most 256 colours.
struct ColorTable {
  /// The colour, and its number plus one above it; 0 is free.
  private var slots = [UInt64](repeating: 0, count: 1024)
  private(set) var count = 0

  /// The number of a colour, a new one for a new colour; nil when that would be the 257th.
  mutating func add(_ color: UInt32) -> Int? {
    var place = Self.place(color)
    while slots[place] != 0 {
      if UInt32(truncatingIfNeeded: slots[place]) == color { return Int(slots[place] >> 32) - 1 }
      place = (place + 1) & 1023
    }
    if count == 256 { return nil }
    count += 1
    slots[place] = UInt64(count) << 32 | UInt64(color)
    return count - 1
  }

  /// The number of a colour that was added.
  func number(of color: UInt32) -> Int {
    var place = Self.place(color)
    while UInt32(truncatingIfNeeded: slots[place]) != color || slots[place] == 0 {
      place = (place + 1) & 1023
    }
    return Int(slots[place] >> 32) - 1
  }

  private static func place(_ color: UInt32) -> Int {
    Int((color &* 2_654_435_761) >> 22)
  }
}
