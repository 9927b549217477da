/// Writes blocks of a deflate stream (RFC 1951, 3.2.3).
struct DeflateBitWriter {
  private var bytes: [UInt8] = []
  private var buffer: UInt64 = 0
  private var bufferCount = 0

  var byteCount: Int { bytes.count }

  /// Whole bytes before the first block.
  mutating func append(_ whole: some Sequence<UInt8>) { bytes += whole }

  mutating func append(
    _ symbols: ArraySlice<DeflateSymbol>, _ code: DeflateCode, isLast: Bool
  ) {
    append(isLast ? 1 : 0, 1)
    append(code.header == nil ? 1 : 2, 2)
    if let header = code.header { append(header) }
    let (literals, distances) = (code.literals, code.distances)
    let literalCodes = DeflateCode.codes(literals)
    let distanceCodes = DeflateCode.codes(distances)
    for symbol in symbols {
      append(Int(literalCodes[symbol.literal]), Int(literals[symbol.literal]))
      guard symbol.isMatch else { continue }
      append(symbol.lengthExtra, DeflateSymbol.lengthExtraBits(symbol.literal))
      append(Int(distanceCodes[symbol.distance]), Int(distances[symbol.distance]))
      append(symbol.distanceExtra, DeflateSymbol.distanceExtraBits(symbol.distance))
    }
    let end = DeflateSymbol.endOfBlock
    append(Int(literalCodes[end]), Int(literals[end]))
  }

  private mutating func append(_ header: DeflateHeader) {
    append(header.literalCount - 257, 5)
    append(header.distanceCount - 1, 5)
    append(header.orderCount - 4, 4)
    for symbol in DeflateCode.order[..<header.orderCount] {
      append(Int(header.lengths[symbol]), 3)
    }
    let codes = DeflateCode.codes(header.lengths)
    for part in header.parts {
      append(Int(codes[part.symbol]), Int(header.lengths[part.symbol]))
      append(part.extra, DeflateHeader.extraBits(part.symbol))
    }
  }

  /// Fills the last byte.
  mutating func finish() -> [UInt8] {
    if bufferCount > 0 { append(0, 8 - bufferCount) }
    return bytes
  }

  /// - Parameter count: at most 16.
  @inline(__always)
  private mutating func append(_ value: Int, _ count: Int) {
    buffer |= UInt64(truncatingIfNeeded: value) &<< UInt64(truncatingIfNeeded: bufferCount)
    bufferCount &+= count
    while bufferCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: buffer))
      buffer &>>= 8
      bufferCount &-= 8
    }
  }
}
