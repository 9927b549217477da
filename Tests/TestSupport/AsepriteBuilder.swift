/// Writes valid or invalid Aseprite files chunk by chunk. Compressed data is stored without
/// compression.
///
///     var file = AsepriteBuilder(2, 2)
///     file.layer()
///     file.cel(0, w: 2, h: 2, samples: Array(repeating: 255, count: 16))
///     file.frame()
///     let bytes = file.bytes
package struct AsepriteBuilder {
  private let width: Int
  private let height: Int
  package let depth: Int
  private let flags: Int
  private let transparent: Int
  private let colors: Int
  private let speed: Int
  private let ratio: (Int, Int)
  private var frames: [UInt8] = []
  private var frameCount = 0
  private var chunks: [UInt8] = []
  private var chunkCount = 0

  /// - Parameter flags: 1 if layers have opacity, 2 if groups are composed separately.
  package init(
    _ width: Int, _ height: Int, depth: Int = 32, flags: Int = 1, transparent: Int = 0,
    colors: Int = 0, speed: Int = 100, ratio: (Int, Int) = (1, 1)
  ) {
    self.width = width
    self.height = height
    self.depth = depth
    self.flags = flags
    self.transparent = transparent
    self.colors = colors
    self.speed = speed
    self.ratio = ratio
  }

  /// The whole file.
  package var bytes: [UInt8] {
    var head = Self.long(128 + frames.count)
    head += Self.word(0xA5E0, frameCount, width, height, depth)
    head += Self.long(flags) + Self.word(speed) + Self.long(0, 0)
    head += [UInt8(transparent), 0, 0, 0] + Self.word(colors)
    head += [UInt8(ratio.0), UInt8(ratio.1)]
    return head + [UInt8](repeating: 0, count: 128 - head.count) + frames
  }

  package mutating func chunk(_ kind: Int, _ content: [UInt8]) {
    chunks += Self.long(content.count + 6) + Self.word(kind) + content
    chunkCount += 1
  }

  /// - Parameters:
  ///   - kind: 0 for pixels, 1 for a group, 2 for tiles.
  ///   - flags: 1 visible, 8 background, 64 reference.
  package mutating func layer(
    _ name: String = "a", kind: Int = 0, flags: Int = 1, level: Int = 0, mode: Int = 0,
    opacity: Int = 255, tileset: Int = 0
  ) {
    var content = Self.word(flags, kind, level, 0, 0, mode) + [UInt8(opacity), 0, 0, 0]
    content += Self.text(name)
    chunk(0x2004, content + (kind == 2 ? Self.long(tileset) : []))
  }

  package mutating func cel(
    _ layer: Int, x: Int = 0, y: Int = 0, opacity: Int = 255, order: Int = 0, w: Int, h: Int,
    samples: [UInt8], isCompressed: Bool = true
  ) {
    cel(
      layer, x, y, opacity, order, kind: isCompressed ? 2 : 0,
      Self.word(w, h) + (isCompressed ? PNGBuilder.zlib(samples) : samples))
  }

  package mutating func link(
    _ layer: Int, to frame: Int, x: Int = 0, y: Int = 0, opacity: Int = 255, order: Int = 0
  ) {
    cel(layer, x, y, opacity, order, kind: 1, Self.word(frame))
  }

  /// The usual masks: 29 bits of number, and one each for X, Y and D.
  package mutating func tiles(
    _ layer: Int, x: Int = 0, y: Int = 0, opacity: Int = 255, order: Int = 0, w: Int, h: Int,
    tiles: [Int]
  ) {
    var content = Self.word(w, h, 32) + Self.long(0x1FFF_FFFF, 1 << 31, 1 << 30, 1 << 29)
    content += [UInt8](repeating: 0, count: 10)
    content += PNGBuilder.zlib(tiles.flatMap { Self.long($0) })
    cel(layer, x, y, opacity, order, kind: 3, content)
  }

  private mutating func cel(
    _ layer: Int, _ x: Int, _ y: Int, _ opacity: Int, _ order: Int, kind: Int, _ content: [UInt8]
  ) {
    var head = Self.word(layer, x, y) + [UInt8(opacity)] + Self.word(kind, order)
    head += [UInt8](repeating: 0, count: 5)
    chunk(0x2005, head + content)
  }

  /// - Parameter flags: 2 for tiles in this file, 4 for an empty tile 0.
  package mutating func tileset(
    _ number: Int, count: Int, w: Int, h: Int, samples: [UInt8], flags: Int = 6
  ) {
    let data = PNGBuilder.zlib(samples)
    var content = Self.long(number, flags, count) + Self.word(w, h)
    content += [UInt8](repeating: 0, count: 16) + Self.text("set")
    content += flags & 2 == 0 ? Self.long(0, 0) : Self.long(data.count) + data
    chunk(0x2023, content)
  }

  /// - Parameter colors: with red in the lowest byte.
  package mutating func palette(_ colors: [UInt32], from first: Int = 0, size: Int? = nil) {
    var content = Self.long(size ?? first + colors.count, first, first + colors.count - 1, 0, 0)
    for color in colors { content += Self.word(0) + Self.long(Int(color)) }
    chunk(0x2019, content)
  }

  /// - Parameter kind: 4, with values to 255, or 11, with values to 63.
  package mutating func oldPalette(_ kind: Int, skip: Int = 0, _ colors: [[UInt8]]) {
    chunk(kind, Self.word(1) + [UInt8(skip), UInt8(colors.count & 255)] + colors.flatMap { $0 })
  }

  package mutating func tags(
    _ tags: [(name: String, from: Int, to: Int, direction: Int, repeats: Int)]
  ) {
    var content = Self.word(tags.count) + Self.long(0, 0)
    for tag in tags {
      content += Self.word(tag.from, tag.to) + [UInt8(tag.direction)] + Self.word(tag.repeats)
      content += [UInt8](repeating: 0, count: 10) + Self.text(tag.name)
    }
    chunk(0x2018, content)
  }

  /// Ends a frame with the chunks so far.
  package mutating func frame(delay: Int = 100) {
    frames += Self.long(chunks.count + 16)
    frames += Self.word(0xF1FA, min(chunkCount, 0xFFFF), delay, 0) + Self.long(chunkCount)
    frames += chunks
    chunks = []
    chunkCount = 0
    frameCount += 1
  }

  /// Numbers of two bytes; negative ones in two's complement.
  package static func word(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Numbers of four bytes.
  package static func long(_ values: Int...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  package static func text(_ text: String) -> [UInt8] { word(text.utf8.count) + text.utf8 }
}
