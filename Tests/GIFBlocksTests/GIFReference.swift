/// A slow GIF reader and player for tests, which follows the specification for blocks and browsers
/// for frames. It refuses everything that a careful writer does not write.
struct GIFReference {
  enum Failure: Error {
    case unexpectedEnd
    case wrong(String)
  }

  struct Frame {
    var rect: [Int] = []
    var delay: Int?
    var disposal = 0
    var transparentIndex: Int?
    var localColorCount = 0
    var minCodeSize = 0
    var lzw: LZWReference?
    /// The whole canvas in RGBA; transparent pixels are 0.
    var canvas: [UInt32] = []
  }

  var width = 0
  var height = 0
  var globalColors: [UInt32] = []
  /// The count in the looping extension.
  var loopCount: Int?
  var frames: [Frame] = []

  private var bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    guard try take(6) == Array("GIF89a".utf8) else { throw Failure.wrong("signature") }
    width = try word()
    height = try word()
    let packed = try byte()
    guard try take(2) == [0, 0] else { throw Failure.wrong("screen descriptor") }
    if packed & 0x80 != 0 { globalColors = try colors(2 << (packed & 7)) }
    var canvas = [UInt32](repeating: 0, count: width * height)
    var control: Frame?
    loop: while true {
      switch try byte() {
      case 0x3b: break loop
      case 0x21:
        switch try byte() {
        case 0xf9:
          guard control == nil else { throw Failure.wrong("two controls for a frame") }
          control = try readControl()
        case 0xff: try readApplication()
        default: throw Failure.wrong("extension")
        }
      case 0x2c:
        frames.append(try readImage(control ?? Frame(), &canvas))
        control = nil
      default: throw Failure.wrong("block")
      }
    }
    guard control == nil, position == bytes.count else { throw Failure.wrong("ending") }
  }

  private mutating func readControl() throws -> Frame {
    guard try byte() == 4 else { throw Failure.wrong("control size") }
    let packed = try byte()
    var frame = Frame()
    frame.disposal = packed >> 2
    frame.delay = try word()
    let index = try byte()
    frame.transparentIndex = packed & 1 == 1 ? index : nil
    guard try byte() == 0 else { throw Failure.wrong("control end") }
    return frame
  }

  private mutating func readApplication() throws {
    guard try take(12) == [11] + Array("NETSCAPE2.0".utf8), try take(2) == [3, 1] else {
      throw Failure.wrong("application")
    }
    loopCount = try word()
    guard try byte() == 0, frames.isEmpty else { throw Failure.wrong("loop") }
  }

  private mutating func readImage(_ control: Frame, _ canvas: inout [UInt32]) throws -> Frame {
    var frame = control
    frame.rect = [try word(), try word(), try word(), try word()]
    let packed = try byte()
    var table = globalColors
    if packed & 0x80 != 0 {
      table = try colors(2 << (packed & 7))
      frame.localColorCount = table.count
    }
    frame.minCodeSize = try byte()
    var data: [UInt8] = []
    while true {
      let size = try byte()
      if size == 0 { break }
      data += try take(size)
    }
    let lzw = try LZWReference(data, minCodeSize: frame.minCodeSize)
    frame.lzw = lzw
    let (x, y, width, height) = (frame.rect[0], frame.rect[1], frame.rect[2], frame.rect[3])
    guard x + width <= self.width, y + height <= self.height, width > 0, height > 0 else {
      throw Failure.wrong("rectangle")
    }
    guard lzw.indices.count == width * height else { throw Failure.wrong("pixel count") }
    let before = canvas
    for (at, row) in rows(height, isInterlaced: packed & 0x40 != 0).enumerated() {
      for column in 0..<width {
        let index = Int(lzw.indices[at * width + column])
        if index == frame.transparentIndex { continue }
        guard index < table.count else { throw Failure.wrong("index above the table") }
        canvas[(y + row) * self.width + x + column] = table[index]
      }
    }
    frame.canvas = canvas
    switch frame.disposal {
    case 0, 1: break
    case 2:
      for row in y..<y + height {
        for column in x..<x + width { canvas[row * self.width + column] = 0 }
      }
    case 3: canvas = before
    default: throw Failure.wrong("disposal")
    }
    return frame
  }

  private func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
      Array(stride(from: first, to: height, by: step))
    }
  }

  private mutating func colors(_ count: Int) throws -> [UInt32] {
    let bytes = try take(count * 3)
    return (0..<count).map { at in
      let parts = bytes[at * 3..<at * 3 + 3].map { UInt32($0) }
      return 0xff00_0000 | parts[2] << 16 | parts[1] << 8 | parts[0]
    }
  }

  private mutating func byte() throws -> Int { Int(try take(1)[0]) }

  private mutating func word() throws -> Int {
    let bytes = try take(2)
    return Int(bytes[0]) | Int(bytes[1]) << 8
  }

  private mutating func take(_ count: Int) throws -> [UInt8] {
    guard position + count <= bytes.count else { throw Failure.unexpectedEnd }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }
}
