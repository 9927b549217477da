/// The size in an HEVC header: the start of a sequence parameter set (ITU-T H.265, 7.3.2.2.1).
package struct HEVCHeader: Equatable, Sendable {
  /// The type of such a unit (ITU-T H.265, table 7-1).
  package static let unitType: UInt8 = 33

  /// The size of the coded pictures, before edges are cut off.
  package let width: Int
  package let height: Int

  /// The type of a unit.
  ///
  /// - Parameter start: its first byte.
  package static func type(_ start: UInt8) -> UInt8 { start >> 1 & 63 }

  /// - Parameter sequence: a NAL unit; may be truncated after its first hundred bytes.
  /// - Returns: nil if it cannot be read, or is another unit.
  package init?(sequence: some Collection<UInt8>) {
    guard let first = sequence.first, Self.type(first) == Self.unitType else { return nil }
    var bits = UnitBits(sequence.dropFirst(2).prefix(256))
    guard bits.bits(4) != nil, let layers = bits.bits(3), bits.bit() != nil else { return nil }
    Self.skipProfile(&bits, layers)
    guard bits.number() != nil, let chroma = bits.number() else { return nil }
    if chroma == 3 { bits.skip(1) }
    guard let width = bits.number(), let height = bits.number() else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// `profile_tier_level` (7.3.3).
  ///
  /// - Parameter layers: temporal layers besides the highest.
  private static func skipProfile(_ bits: inout UnitBits, _ layers: Int) {
    let (profile, level) = (88, 8)
    bits.skip(profile + level)
    let stated = (0..<layers).map { _ in (bits.bit() ?? 0) * profile + (bits.bit() ?? 0) * level }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    bits.skip(stated.reduce(0, +))
  }
}

/// The description of HEVC pictures in an `hvcC` box (ISO/IEC 14496-15, 8.3.3.1).
package struct HEVCConfiguration: Sendable {
  /// Bits of a sample of luma.
  package let depth: Int
  /// Whether there is no chroma.
  package let isGray: Bool
  /// Sequence parameter sets.
  package private(set) var headers: [HEVCHeader] = []

  /// - Parameter box: the content.
  /// - Throws: ``FileBoxError`` if it is cut off.
  package init(_ box: FileBox) throws {
    isGray = try box.number(at: 16, bytes: 1) & 3 == 0
    depth = 8 + Int(try box.number(at: 17, bytes: 1) & 7)
    var at = 23
    for _ in 0..<(try box.number(at: 22, bytes: 1)) {
      let type = UInt8(try box.number(at: at, bytes: 1)) & 63
      let count = try box.number(at: at + 1, bytes: 2)
      at += 3
      for _ in 0..<count {
        let length = Int(try box.number(at: at, bytes: 2))
        let unit = box.content.dropFirst(at + 2).prefix(length)
        at += 2 + length
        guard type == HEVCHeader.unitType else { continue }
        guard let header = HEVCHeader(sequence: unit) else {
          throw FileBoxError(reason: "the size in an HEVC header cannot be read")
        }
        headers.append(header)
      }
    }
  }
}
