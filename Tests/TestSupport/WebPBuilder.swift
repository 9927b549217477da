/// Writes WebPs chunk by chunk, with images in the simplest form of the lossless format.
package struct WebPBuilder {
  /// One frame; pixels are RGBA with red in the lowest byte.
  package struct Frame {
    var x = 0
    var y = 0
    var w: Int
    var h: Int
    package var pixels: [UInt32]
    /// In 1/1000 s.
    var delay = 100
    var clears = false
    var overwrites = false
    /// Replaces the chunks made from the pixels.
    var content: [UInt8]?

    package init(
      x: Int = 0, y: Int = 0, w: Int, h: Int, pixels: [UInt32], delay: Int = 100,
      clears: Bool = false, overwrites: Bool = false, content: [UInt8]? = nil
    ) {
      self.x = x
      self.y = y
      self.w = w
      self.h = h
      self.pixels = pixels
      self.delay = delay
      self.clears = clears
      self.overwrites = overwrites
      self.content = content
    }

    package init(
      x: Int = 0, y: Int = 0, w: Int, h: Int, fill: UInt32, delay: Int = 100,
      clears: Bool = false, overwrites: Bool = false
    ) {
      self.init(
        x: x, y: y, w: w, h: h, pixels: Array(repeating: fill, count: w * h), delay: delay,
        clears: clears, overwrites: overwrites)
    }
  }

  package static let red: UInt32 = 0xff00_00ff
  package static let green: UInt32 = 0xff00_ff00
  package static let blue: UInt32 = 0xffff_0000

  let width: Int
  let height: Int
  private(set) var frames: [Frame] = []
  private var chunks: [UInt8] = []

  /// An animation; without `plays` it has no `ANIM` chunk.
  package init(_ width: Int, _ height: Int, plays: Int? = 0) {
    self.width = width
    self.height = height
    raw(Self.extended(width, height, flags: 0x12))
    if let plays {
      raw(Self.chunk("ANIM", [1, 2, 3, 4] + Self.word(plays, 2)))
    }
  }

  package mutating func frame(_ frame: Frame) {
    frames.append(frame)
    let flags: UInt8 = (frame.clears ? 1 : 0) | (frame.overwrites ? 2 : 0)
    let header =
      [frame.x / 2, frame.y / 2, frame.w - 1, frame.h - 1, frame.delay].flatMap { Self.word($0, 3) }
    let picture =
      frame.content ?? Self.chunk("VP8L", Self.lossless(frame.w, frame.h, frame.pixels))
    raw(Self.chunk("ANMF", header + [flags] + picture))
  }

  package mutating func raw(_ bytes: [UInt8]) { chunks += bytes }

  package var bytes: [UInt8] { Self.file(chunks) }

  /// The RIFF header around chunks.
  package static func file(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + word(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }

  package static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + word(content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
  }

  package static func extended(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + word(width - 1, 3) + word(height - 1, 3))
  }

  /// Little-endian.
  static func word(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// `VP8 ` data of 8 x 8 pixels, the left half reddish, the right half bluish, as libwebp 1.6
  /// encodes RGB (200, 60, 20) and (20, 60, 200) at quality 30, method 6.
  package static let lossy: [UInt8] = [
    48, 2, 0, 157, 1, 42, 8, 0, 8, 0, 4, 0, 104, 37, 168, 2, 116, 114, 0, 171, 255, 220, 0, 7, 6,
    0, 0, 254, 236, 63, 195, 183, 153, 104, 214, 193, 133, 109, 254, 228, 196, 89, 251, 122, 89,
    151, 3, 250, 251, 154, 3, 170, 13, 213, 0, 0,
  ]

  /// The top row of ``lossy`` as libwebp decodes it.
  package static let lossyTopRow: [UInt32] = [
    0xff0b_3ec2, 0xff0f_3dc2, 0xff17_3cc1, 0xff49_439f, 0xff89_343b, 0xffbb_3c1a, 0xffc3_3b18,
    0xffc7_3a18,
  ]

  /// The chunks of a lossy picture of 8 x 8 with uncompressed alpha.
  package static func lossy(alpha: [UInt8]) -> [UInt8] {
    chunk("ALPH", [0] + alpha) + chunk("VP8 ", lossy)
  }

  /// `VP8L` data without transforms: each channel of each pixel is a code of 8 bits (WebP lossless
  /// bitstream specification, sections 3 to 6).
  package static func lossless(
    _ width: Int, _ height: Int, _ pixels: [UInt32], declaresAlpha: Bool? = nil
  ) -> [UInt8] {
    var bits = Bits()
    let isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
    bits.write(0x2f, 8)
    bits.write(width - 1, 14)
    bits.write(height - 1, 14)
    bits.write(declaresAlpha ?? !isOpaque ? 1 : 0, 1)
    bits.write(0, 3)
    // No transform, no colour cache, one set of codes.
    bits.write(0, 3)
    for lengths in [280, 256, 256, 256] {
      bits.write(0, 1)
      // The lengths 0 and 8 have codes of one bit, 0 and 1.
      bits.write(12 - 4, 4)
      for position in 0..<12 { bits.write(position == 2 || position == 11 ? 1 : 0, 3) }
      bits.write(0, 1)
      for symbol in 0..<lengths { bits.write(symbol < 256 ? 1 : 0, 1) }
    }
    // One code for distances, which is not used.
    bits.write(1, 4)
    for pixel in pixels {
      for shift: UInt32 in [8, 0, 16, 24] {
        let value = UInt8(truncatingIfNeeded: pixel >> shift)
        for bit in (0..<8).reversed() { bits.write(Int(value >> UInt8(bit) & 1), 1) }
      }
    }
    return bits.bytes
  }

  /// Bits from the lowest on.
  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func write(_ value: Int, _ width: Int) {
      for bit in 0..<width {
        if count % 8 == 0 { bytes.append(0) }
        bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
        count += 1
      }
    }
  }
}
