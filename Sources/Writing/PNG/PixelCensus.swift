/// Examines pixels to find the smallest PNG format that holds them exactly.
///
/// Memory is constant: colours are counted up to 256.
struct PixelCensus {
  private(set) var isOpaque = true
  /// Whether all pixels are grey.
  private(set) var isGray = true
  /// All colours in the order of their first pixels; nil if there are more than 256, or if they are
  /// not needed.
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

  /// Whether further pixels cannot change the result.
  ///
  /// - Parameter mayBeTransparent: whether a later pixel may be transparent.
  func isSettled(mayBeTransparent: Bool) -> Bool {
    colors == nil && !isGray && (!isOpaque || !mayBeTransparent || formats == .withAlpha)
  }

  /// The smallest format for the counted pixels. Among formats of equal size, grey is preferred to
  /// a palette, which needs extra bytes.
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
    // Transparent ones first, because the list of alphas ends with the last of them.
    let sorted = colors.sorted { a, b in
      (a.littleEndian >> 24, a.littleEndian) < (b.littleEndian >> 24, b.littleEndian)
    }
    return .palette(sorted, bits: bits)
  }

  /// The smallest number of bits in which every grey is a whole step.
  private static func grayBits(_ colors: [UInt32]) -> Int {
    [1, 2, 4].first { bits in
      let step = UInt32(255 / ((1 << bits) - 1))
      return colors.allSatisfy { ($0.littleEndian & 255).isMultiple(of: step) }
    } ?? 8
  }
}

/// Indices for at most 256 colours.
struct ColorTable {
  /// The colour, and its index plus one above it; 0 is free.
  private var slots = [UInt64](repeating: 0, count: 1024)
  private(set) var count = 0

  /// The index of a colour, which is added if it is new; nil if it would be the 257th.
  mutating func add(_ color: UInt32) -> Int? {
    let (slot, number) = find(color)
    if let number { return number }
    if count == 256 { return nil }
    count += 1
    slots[slot] = UInt64(count) << 32 | UInt64(color)
    return count - 1
  }

  /// The index of a colour; nil if it is unknown.
  func number(of color: UInt32) -> Int? { find(color).number }

  /// The slot of a colour, and its index; a free slot if it is unknown.
  private func find(_ color: UInt32) -> (slot: Int, number: Int?) {
    var place = Int((color &* 2_654_435_761) >> 22)
    while slots[place] != 0 {
      if UInt32(truncatingIfNeeded: slots[place]) == color {
        return (place, Int(slots[place] >> 32) - 1)
      }
      place = (place + 1) & 1023
    }
    return (place, nil)
  }
}
