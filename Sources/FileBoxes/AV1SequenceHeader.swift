/// The fields of an AV1 sequence header that describe all its pictures (AV1 bitstream
/// specification, section 5.5), limited to those that containers repeat.
package struct AV1SequenceHeader: Hashable, Sendable {
  package private(set) var profile: UInt8
  package private(set) var level: UInt8 = 0
  package private(set) var tier: UInt8 = 0
  package private(set) var width = 0
  package private(set) var height = 0
  /// Bits per sample: 8, 10 or 12.
  package private(set) var depth = 8
  package private(set) var isMonochrome = false
  /// Whether chroma has half the columns, and half the rows.
  package private(set) var subsampling: (x: Bool, y: Bool) {
    get { (isSubsampledX, isSubsampledY) }
    set { (isSubsampledX, isSubsampledY) = newValue }
  }
  package private(set) var chromaPosition: UInt8 = 0
  package private(set) var isFullRange = false
  private var isSubsampledX = true
  private var isSubsampledY = true

  /// Reads a header.
  ///
  /// - Parameter payload: of a unit of the type ``AV1Unit/sequenceHeader``.
  /// - Throws: ``FileBoxError`` if the header is truncated.
  package init(_ payload: some Sequence<UInt8>) throws {
    var bits = BitReader(payload)
    profile = UInt8(try bits.read(3))
    _ = try bits.read(1)
    let isReduced = try bits.flag()
    if isReduced {
      level = UInt8(try bits.read(5))
    } else {
      try readOperatingPoints(&bits)
    }
    let (widthBits, heightBits) = (try bits.read(4) + 1, try bits.read(4) + 1)
    width = try bits.read(widthBits) + 1
    height = try bits.read(heightBits) + 1
    if !isReduced, try bits.flag() { _ = try bits.read(7) }
    // Superblocks, filtered intra prediction, edge filter.
    _ = try bits.read(3)
    if !isReduced { try skipTools(&bits) }
    // Super-resolution, CDEF, restoration.
    _ = try bits.read(3)
    try readColor(&bits)
  }

  /// Keeps the level and the tier of the first operating point.
  private mutating func readOperatingPoints(_ bits: inout BitReader) throws {
    var delayBits = 0
    var hasDecoderModel = false
    if try bits.flag() {
      _ = try bits.read(32)
      _ = try bits.read(32)
      if try bits.flag() { try bits.skipVariableLength() }
      hasDecoderModel = try bits.flag()
      if hasDecoderModel {
        delayBits = try bits.read(5) + 1
        _ = try bits.read(32)
        _ = try bits.read(10)
      }
    }
    let hasDisplayDelay = try bits.flag()
    for point in 0...(try bits.read(5)) {
      _ = try bits.read(12)
      let level = UInt8(try bits.read(5))
      let tier: UInt8 = level > 7 ? UInt8(try bits.read(1)) : 0
      if hasDecoderModel, try bits.flag() { _ = try bits.read(2 * delayBits + 1) }
      if hasDisplayDelay, try bits.flag() { _ = try bits.read(4) }
      if point == 0 { (self.level, self.tier) = (level, tier) }
    }
  }

  private func skipTools(_ bits: inout BitReader) throws {
    // Compound prediction between inter and intra, masks, warps, dual filters.
    _ = try bits.read(4)
    let hasOrderHint = try bits.flag()
    if hasOrderHint { _ = try bits.read(2) }
    let screenContent = try bits.flag() ? 2 : try bits.read(1)
    if screenContent > 0, !(try bits.flag()) { _ = try bits.read(1) }
    if hasOrderHint { _ = try bits.read(3) }
  }

  private mutating func readColor(_ bits: inout BitReader) throws {
    let isDeep = try bits.flag()
    depth = !isDeep ? 8 : profile == 2 ? (try bits.flag() ? 12 : 10) : 10
    isMonochrome = profile == 1 ? false : try bits.flag()
    var (primaries, transfer, matrix) = (2, 2, 2)
    if try bits.flag() {
      primaries = try bits.read(8)
      transfer = try bits.read(8)
      matrix = try bits.read(8)
    }
    if isMonochrome {
      isFullRange = try bits.flag()
    } else if (primaries, transfer, matrix) == (1, 13, 0) {
      isFullRange = true
      subsampling = (false, false)
    } else {
      isFullRange = try bits.flag()
      switch profile {
      case 0: subsampling = (true, true)
      case 1: subsampling = (false, false)
      default:
        let x = depth == 12 ? try bits.flag() : true
        subsampling = (x, depth == 12 && x ? try bits.flag() : false)
      }
      if subsampling == (true, true) { chromaPosition = UInt8(try bits.read(2)) }
    }
  }
}

/// Reads numbers of a given number of bits, the highest bit first.
private struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  mutating func read(_ count: Int) throws -> Int {
    guard count <= bytes.count * 8 - position else {
      throw FileBoxError(reason: "the header of an AV1 stream is cut off")
    }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> (7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  mutating func flag() throws -> Bool { try read(1) == 1 }

  /// Skips a number whose length is coded as leading zeros (section 4.10.3).
  mutating func skipVariableLength() throws {
    var zeros = 0
    while !(try flag()) { zeros += 1 }
    if zeros < 32 { _ = try read(zeros) }
  }
}
