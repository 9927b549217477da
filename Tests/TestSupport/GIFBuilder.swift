/// Writes valid or invalid GIFs byte by byte.
///
///     var gif = GIFBuilder(6, 6)
///     gif.frame(.init(w: 6, h: 6, fill: 1, delay: 10))
///     gif.end()
package struct GIFBuilder {
  /// Black, red, green, blue.
  package static let fourColors: [[UInt8]] = [[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]]

  /// One frame and its oddities.
  package struct Frame {
    package var x = 0
    package var y = 0
    package var w: Int
    package var h: Int
    /// The index of every pixel if ``indices`` is empty.
    package var fill: UInt8 = 0
    package var indices: [UInt8]?
    /// In 1/100 s; nil leaves out the Graphic Control Extension.
    package var delay: Int? = 0
    package var disposal = 0
    package var transparent: UInt8?
    package var colors: [[UInt8]]?
    package var isInterlaced = false
    package var minCodeSize: Int?
    /// The number of bytes of LZW data that are kept.
    package var cut: Int?
    package var hasEndCode = true
    package var hasFirstClear = true

    package init(
      x: Int = 0, y: Int = 0, w: Int, h: Int, fill: UInt8 = 0, indices: [UInt8]? = nil,
      delay: Int? = 0, disposal: Int = 0, transparent: UInt8? = nil, colors: [[UInt8]]? = nil,
      isInterlaced: Bool = false, minCodeSize: Int? = nil, cut: Int? = nil, hasEndCode: Bool = true,
      hasFirstClear: Bool = true
    ) {
      self.x = x
      self.y = y
      self.w = w
      self.h = h
      self.fill = fill
      self.indices = indices
      self.delay = delay
      self.disposal = disposal
      self.transparent = transparent
      self.colors = colors
      self.isInterlaced = isInterlaced
      self.minCodeSize = minCodeSize
      self.cut = cut
      self.hasEndCode = hasEndCode
      self.hasFirstClear = hasFirstClear
    }
  }

  package private(set) var bytes: [UInt8]
  private let globalBits: Int

  package init(
    _ width: Int, _ height: Int, colors: [[UInt8]]? = fourColors, background: UInt8 = 0,
    version: String = "GIF89a"
  ) {
    bytes = Array(version.utf8) + Self.word(width) + Self.word(height)
    if let colors {
      let (table, bits) = Self.table(colors)
      globalBits = bits
      bytes += [0x80 | UInt8(bits - 1) << 4 | UInt8(bits - 1), background, 0] + table
    } else {
      globalBits = 2
      bytes += [0x70, background, 0]
    }
  }

  package mutating func loop(_ count: Int, application: String = "NETSCAPE2.0") {
    raw([0x21, 0xff, 0x0b] + Array(application.utf8) + [3, 1] + Self.word(count) + [0])
  }

  package mutating func comment(_ text: [UInt8]) {
    raw([0x21, 0xfe] + Self.subBlocks(text))
  }

  package mutating func control(
    delay: Int, disposal: Int = 0, transparent: UInt8? = nil, userInput: Bool = false
  ) {
    let packed = UInt8(disposal << 2) | (userInput ? 2 : 0) | (transparent == nil ? 0 : 1)
    raw([0x21, 0xf9, 4, packed] + Self.word(delay) + [transparent ?? 0, 0])
  }

  package mutating func frame(_ frame: Frame) {
    if let delay = frame.delay {
      control(delay: delay, disposal: frame.disposal, transparent: frame.transparent)
    }
    var indices =
      frame.indices ?? Array(repeating: frame.fill, count: frame.w * frame.h)
    if frame.isInterlaced { indices = Self.interlaced(indices, width: frame.w, height: frame.h) }
    raw([0x2c] + Self.word(frame.x) + Self.word(frame.y) + Self.word(frame.w) + Self.word(frame.h))
    var bits = globalBits
    var packed: UInt8 = frame.isInterlaced ? 0x40 : 0
    var local: [UInt8] = []
    if let colors = frame.colors {
      (local, bits) = Self.table(colors)
      packed |= 0x80 | UInt8(bits - 1)
    }
    let minCodeSize = frame.minCodeSize ?? max(2, bits)
    var data = Self.lzw(
      indices, minCodeSize: minCodeSize, hasEndCode: frame.hasEndCode,
      hasFirstClear: frame.hasFirstClear)
    if let cut = frame.cut { data = Array(data.prefix(cut)) }
    raw([packed] + local + [UInt8(minCodeSize)] + Self.subBlocks(data))
  }

  package mutating func raw(_ more: [UInt8]) { bytes += more }

  package mutating func end() { raw([0x3b]) }

  static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

  package static func subBlocks(_ data: [UInt8], size: Int = 255) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: data.count, by: size) {
      let block = data[start..<min(start + size, data.count)]
      blocks += [UInt8(block.count)] + block
    }
    return blocks + [0]
  }

  /// A colour table filled up to a power of two, and its number of bits.
  static func table(_ colors: [[UInt8]]) -> (bytes: [UInt8], bits: Int) {
    var bits = 1
    while 1 << bits < colors.count { bits += 1 }
    let padding = Array(repeating: UInt8(0), count: ((1 << bits) - colors.count) * 3)
    return (colors.flatMap { $0 } + padding, bits)
  }

  private static func interlaced(_ indices: [UInt8], width: Int, height: Int) -> [UInt8] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      stride(from: start, to: height, by: step).flatMap { row in
        indices[(row * width)..<((row + 1) * width)]
      }
    }
  }

  /// LZW as GIF89a appendix F describes it, with a dictionary of pairs.
  package static func lzw(
    _ indices: [UInt8], minCodeSize: Int, hasEndCode: Bool = true, hasFirstClear: Bool = true
  ) -> [UInt8] {
    let clear = 1 << minCodeSize
    var out: [UInt8] = []
    var accumulator = 0
    var bitCount = 0
    func put(_ code: Int, _ width: Int) {
      accumulator |= code << bitCount
      bitCount += width
      while bitCount >= 8 {
        out.append(UInt8(accumulator & 255))
        accumulator >>= 8
        bitCount -= 8
      }
    }
    var width = minCodeSize + 1
    var next = clear + 2
    var table: [Int: Int] = [:]
    var string: Int?
    func grow() {
      if next == 1 << width, width < 12 { width += 1 }
    }
    if hasFirstClear { put(clear, width) }
    for index in indices {
      guard let before = string else {
        string = Int(index)
        continue
      }
      if let known = table[before << 8 | Int(index)] {
        string = known
        continue
      }
      put(before, width)
      if next < 4096 {
        table[before << 8 | Int(index)] = next
        grow()
        next += 1
      } else {
        put(clear, width)
        width = minCodeSize + 1
        next = clear + 2
        table = [:]
      }
      string = Int(index)
    }
    if let string {
      put(string, width)
      grow()
    }
    if hasEndCode { put(clear + 1, width) }
    if bitCount > 0 { out.append(UInt8(accumulator & 255)) }
    return out
  }
}
