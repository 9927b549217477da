/// Writes valid or invalid PNGs and APNGs chunk by chunk. Pixels are stored without compression.
///
///     var png = PNGBuilder(2, 2)
///     png.animation(frames: 1)
///     png.control(w: 2, h: 2)
///     png.data(Array(repeating: 0xff0000ff, count: 4))
///     png.end()
package struct PNGBuilder {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  package private(set) var bytes: [UInt8] = signature
  let width: Int
  let height: Int
  let depth: Int
  let color: Int
  let isInterlaced: Bool
  private var sequence: UInt32 = 0
  /// The size of the picture for the next data.
  private var size: (w: Int, h: Int)

  package init(
    _ width: Int, _ height: Int, depth: Int = 8, color: Int = 6, isInterlaced: Bool = false
  ) {
    self.width = width
    self.height = height
    self.depth = depth
    self.color = color
    self.isInterlaced = isInterlaced
    size = (width, height)
    chunk(
      "IHDR",
      Self.word32(width) + Self.word32(height)
        + [UInt8(depth), UInt8(color), 0, 0, UInt8(isInterlaced ? 1 : 0)])
  }

  package mutating func raw(_ more: [UInt8]) { bytes += more }

  package mutating func chunk(_ type: String, _ content: [UInt8], sumError: UInt32 = 0) {
    let body = Array(type.utf8) + content
    bytes += Self.word32(content.count) + body + Self.word32(Int(Self.sum(body) ^ sumError))
  }

  package mutating func palette(_ colors: [[UInt8]], alphas: [UInt8] = []) {
    chunk("PLTE", colors.flatMap { $0 })
    if !alphas.isEmpty { chunk("tRNS", alphas) }
  }

  package mutating func animation(frames: Int, plays: Int = 0) {
    chunk("acTL", Self.word32(frames) + Self.word32(plays))
  }

  /// - Parameter sequence: the number to write instead of the next one; the next one follows it.
  package mutating func control(
    x: Int = 0, y: Int = 0, w: Int, h: Int, delay: (Int, Int) = (1, 10), disposal: Int = 0,
    blend: Int = 0, sequence number: UInt32? = nil
  ) {
    sequence = number ?? sequence
    let rect = [w, h, x, y].flatMap(Self.word32)
    let times: [UInt8] = [delay.0, delay.1].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    chunk(
      "fcTL", Self.word32(Int(sequence)) + rect + times + [UInt8(disposal), UInt8(blend)])
    sequence += 1
    size = (w, h)
  }

  /// The picture's own data: RGBA pixels with red in the lowest byte, in one chunk or several.
  package mutating func data(_ pixels: [UInt32], chunks: Int = 1) {
    for part in Self.parts(stream(pixels), chunks) { chunk("IDAT", part) }
  }

  /// The data of a frame.
  package mutating func frameData(
    _ pixels: [UInt32], chunks: Int = 1, sequence number: UInt32? = nil
  ) {
    for part in Self.parts(stream(pixels), chunks) { frameData(raw: part, sequence: number) }
  }

  package mutating func frameData(
    raw part: [UInt8], sequence number: UInt32? = nil, sumError: UInt32 = 0
  ) {
    sequence = number ?? sequence
    chunk("fdAT", Self.word32(Int(sequence)) + part, sumError: sumError)
    sequence += 1
  }

  package mutating func end() { chunk("IEND", []) }

  /// The zlib stream of 8-bit RGBA pixels.
  private func stream(_ pixels: [UInt32]) -> [UInt8] {
    Self.zlib(
      packed(w: size.w, h: size.h) { x, y in
        let pixel = pixels[y * size.w + x]
        return [UInt32(0), 8, 16, 24].map { Int(pixel >> $0 & 255) }
      })
  }

  /// Rows with filter 0, optionally in the passes of Adam7, of the samples from `sample`.
  package func packed(w: Int, h: Int, _ sample: (_ x: Int, _ y: Int) -> [Int]) -> [UInt8] {
    let passes =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    var out: [UInt8] = []
    for (x0, y0, dx, dy) in passes where x0 < w {
      for y in stride(from: y0, to: h, by: dy) {
        out.append(0)
        var bits = 0
        var accumulator = 0
        for x in stride(from: x0, to: w, by: dx) {
          for value in sample(x, y) {
            accumulator = accumulator << depth | value
            bits += depth
            while bits >= 8 {
              bits -= 8
              out.append(UInt8(accumulator >> bits & 255))
            }
          }
        }
        if bits > 0 { out.append(UInt8(accumulator << (8 - bits) & 255)) }
      }
    }
    return out
  }

  /// A zlib stream of stored blocks.
  package static func zlib(_ raw: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65535, raw.count)
      let count = end - start
      out.append(end == raw.count ? 1 : 0)
      for word in [count, ~count] {
        out += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
      }
      out += raw[start..<end]
      start = end
    } while start < raw.count
    var (a, b) = (1, 0)
    for byte in raw {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return out + word32(b << 16 | a)
  }

  package static func word32(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 bit by bit (PNG specification, annex D).
  package static func sum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xedb8_8320 }
    }
    return ~sum
  }

  private static func parts(_ stream: [UInt8], _ count: Int) -> [[UInt8]] {
    (0..<count).map { index -> [UInt8] in
      let start = stream.count * index / count
      let end = stream.count * (index + 1) / count
      return Array(stream[start..<end])
    }
  }
}

extension PNGBuilder {
  /// The same bytes with the checksum of every chunk corrected, as far as chunks are intact.
  package static func withRightSums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = at + 8 + length
      guard end + 4 <= bytes.count else { break }
      bytes.replaceSubrange(end..<(end + 4), with: word32(Int(sum(Array(bytes[(at + 4)..<end])))))
      at = end + 4
    }
    return bytes
  }
}
