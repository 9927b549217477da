/// The fields of an H.264 header in MP4 that describe its pictures: the start of the first sequence
/// parameter set (ITU-T H.264, 7.3.2.1.1) in an `avcC` box (ISO/IEC 14496-15, 5.3.3).
package struct H264Header: Equatable, Sendable {
  /// 1 for 4:2:0; 0 grey, 2 and 3 for 4:2:2 and 4:4:4.
  package private(set) var chromaFormat = 1
  /// Bits of a sample of luma and of chroma.
  package private(set) var lumaDepth = 8
  package private(set) var chromaDepth = 8
  /// Whether every picture is a whole frame, never two fields.
  package private(set) var isProgressive = false
  /// The size of the shown pictures, if they are whole frames.
  package private(set) var width = 0
  package private(set) var height = 0
  /// Its colour tags; nil if it has none.
  package private(set) var color: Color?

  /// Code points of ITU-T H.273.
  package struct Color: Equatable, Sendable {
    package var isFullRange: Bool
    /// Primaries, transfer and matrix; nil if not given.
    package var codes: [Int]?

    package init(isFullRange: Bool, codes: [Int]? = nil) {
      self.isFullRange = isFullRange
      self.codes = codes
    }
  }

  /// - Parameter configuration: the content of an `avcC` box.
  /// - Returns: nil if the header cannot be read, has several sets, or has scaling lists before the
  ///   required fields.
  package init?(_ configuration: some RandomAccessCollection<UInt8>) {
    let configuration = Array(configuration.prefix(1 << 16))
    guard configuration.count > 8, configuration[0] == 1, configuration[5] & 31 == 1 else {
      return nil
    }
    let count = Int(configuration[6]) << 8 | Int(configuration[7])
    guard count > 4, configuration.count >= 8 + count else { return nil }
    self.init(sequence: Array(configuration[8..<(8 + count)]))
  }

  /// - Parameter sequence: a NAL unit.
  package init?(sequence: some Collection<UInt8>) {
    let sequence = Array(sequence)
    guard sequence.count > 4, sequence[0] & 31 == 7 else { return nil }
    var bits = UnitBits(sequence.dropFirst(4))
    guard bits.number() != nil else { return nil }
    // The High profile and later ones state how samples are stored; older profiles are 8-bit 4:2:0.
    switch sequence[1] {
    case 66, 77, 88: break
    case 100, 110, 122, 244:
      guard let chromaFormat = bits.number() else { return nil }
      if chromaFormat == 3 { _ = bits.bit() }
      guard let luma = bits.number(), let chroma = bits.number(), bits.bit() != nil,
        bits.bit() == 0
      else { return nil }
      self.chromaFormat = chromaFormat
      lumaDepth = 8 + luma
      chromaDepth = 8 + chroma
    default: return nil
    }
    guard bits.number() != nil, let order = bits.number(), order == 0 || order == 2 else {
      return nil
    }
    if order == 0, bits.number() == nil { return nil }
    guard bits.number() != nil, bits.bit() != nil, let columns = bits.number(),
      let rows = bits.number(), let isProgressive = bits.bit(), columns < 1 << 12, rows < 1 << 12
    else { return nil }
    self.isProgressive = isProgressive == 1
    if isProgressive == 0 { return }
    width = 16 * (columns + 1)
    height = 16 * (rows + 1)
    guard bits.bit() != nil, let isCropped = bits.bit() else { return nil }
    if isCropped == 1 {
      // Left, right, top and bottom, in samples of chroma.
      let units = (chromaFormat == 1 || chromaFormat == 2 ? 2 : 1, chromaFormat == 1 ? 2 : 1)
      for side in 0..<4 {
        guard let cut = bits.number(), cut < 1 << 14 else { return nil }
        if side < 2 { width -= units.0 * cut } else { height -= units.1 * cut }
        if side % 2 == 0, cut > 0 { return nil }
      }
    }
    guard let hasUse = bits.bit() else { return nil }
    if hasUse == 1 {
      guard bits.skipShape() else { return nil }
      color = Self.color(&bits)
      if color == nil { return nil }
      if color == Color(isFullRange: false) { color = nil }
    }
  }

  /// Annex E.1.1, from the video signal type on.
  private static func color(_ bits: inout UnitBits) -> Color? {
    guard let isStated = bits.bit() else { return nil }
    if isStated == 0 { return Color(isFullRange: false) }
    guard bits.bits(3) != nil, let isFullRange = bits.bit(), let isNamed = bits.bit() else {
      return nil
    }
    var color = Color(isFullRange: isFullRange == 1)
    if isNamed == 1 {
      guard let primaries = bits.bits(8), let transfer = bits.bits(8), let matrix = bits.bits(8)
      else { return nil }
      color.codes = [primaries, transfer, matrix]
    }
    return color
  }
}

extension UnitBits {
  /// Skips the pixel aspect ratio and the overscan flag.
  ///
  /// - Returns: false at the end.
  fileprivate mutating func skipShape() -> Bool {
    guard let hasShape = bit() else { return false }
    if hasShape == 1 {
      guard let kind = bits(8), kind != 255 || bits(32) != nil else { return false }
    }
    guard let hasEdges = bit() else { return false }
    return hasEdges == 0 || bit() != nil
  }
}
