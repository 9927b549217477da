/// The colours of an indexed image, as many as an index can name.
struct AsepritePalette: Hashable {
  /// Straight, with red in the lowest byte; at most 256.
  private(set) var colors: [UInt32]
  /// Whether a new-style chunk was seen; old-style chunks are then ignored.
  private(set) var isOfNewKind = false

  private static let black: UInt32 = 0xFF00_0000

  init(count: Int) {
    colors = [UInt32](repeating: Self.black, count: count)
  }

  /// Reads a current chunk: a size, and the changed entries.
  mutating func read(_ fields: AsepriteFields) throws {
    let size = try fields.double()
    let first = try fields.double()
    let last = try fields.double()
    try fields.skip(8)
    guard size <= 65_536 else { throw AsepriteFault.unusable("a palette of \(size) colours") }
    isOfNewKind = true
    resize(max(1, min(size, 256)))
    guard first <= last else { return }
    for index in first...last {
      let flags = try fields.word()
      let color = try Self.color(fields, alpha: nil)
      if index < colors.count { colors[index] = color }
      if flags & 1 != 0 { _ = try fields.text() }
    }
  }

  /// Reads an old chunk: packets that skip entries and change others. Skipped counts add up, but
  /// changed counts do not, so packets may change the same entries.
  ///
  /// - Parameter isShort: values range to 63 rather than 255.
  mutating func readOld(_ fields: AsepriteFields, isShort: Bool) throws {
    if isOfNewKind { return }
    var skipped = 0
    for _ in 0..<(try fields.word()) {
      skipped += try fields.byte()
      let stored = try fields.byte()
      for index in skipped..<skipped + (stored == 0 ? 256 : stored) {
        let color = try Self.color(fields, alpha: 255)
        if index < 256 {
          if index >= colors.count { resize(index + 1) }
          colors[index] = isShort ? Self.widened(color) : color
        }
      }
    }
  }

  private mutating func resize(_ count: Int) {
    if count < colors.count {
      colors.removeLast(colors.count - count)
    } else {
      colors += [UInt32](repeating: Self.black, count: count - colors.count)
    }
  }

  private static func color(_ fields: AsepriteFields, alpha: Int?) throws -> UInt32 {
    let low = try fields.byte() | fields.byte() << 8 | fields.byte() << 16
    return UInt32(try low | (alpha ?? fields.byte()) << 24)
  }

  /// From 6 bits per channel to 8.
  private static func widened(_ color: UInt32) -> UInt32 {
    var wide = black
    for shift in [UInt32(0), 8, 16] {
      let value = color >> shift & 255
      wide |= ((value << 2 | value >> 4) & 255) << shift
    }
    return wide
  }
}
