/// Reads the symbols of a deflate stream (RFC 1951) without decompressing bytes.
///
/// For newly written streams: it detects errors but does not explain them.
struct DeflateReader {
  /// The stream is invalid.
  struct Damage: Error {}

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var buffer: UInt64 = 0
  private var bufferCount = 0
  private var block = Block.none
  private var isLast = false

  private enum Block {
    case none
    /// The number of remaining bytes.
    case stored(Int)
    case coded(PrefixTable, PrefixTable)
  }

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The number of bytes of the symbols so far.
  var byteCount: Int { position - bufferCount / 8 }

  /// The next symbols, at most this many; none at the end.
  ///
  /// - Throws: ``Damage``.
  mutating func symbols(atMost most: Int) throws -> [DeflateSymbol] {
    var found: [DeflateSymbol] = []
    while found.count < most {
      switch block {
      case .none:
        if isLast { return found }
        try beginBlock()
      case .stored(let count):
        let taken = min(count, most - found.count)
        for _ in 0..<taken { found.append(DeflateSymbol(literal: try bits(8))) }
        block = taken == count ? .none : .stored(count - taken)
      case .coded(let literals, let distances):
        if try !append(&found, most, literals, distances) { block = .none }
      }
    }
    return found
  }

  /// - Returns: false when the block ended.
  private mutating func append(
    _ found: inout [DeflateSymbol], _ most: Int, _ literals: PrefixTable, _ distances: PrefixTable
  ) throws -> Bool {
    while found.count < most {
      let code = try symbol(literals)
      if code < DeflateSymbol.endOfBlock {
        found.append(DeflateSymbol(literal: code))
      } else if code == DeflateSymbol.endOfBlock {
        return false
      } else {
        let lengthExtra = try bits(DeflateSymbol.lengthExtraBits(code))
        let distance = try symbol(distances)
        guard code < DeflateSymbol.literalCount, distance < DeflateSymbol.distanceCount else {
          throw Damage()
        }
        let distanceExtra = try bits(DeflateSymbol.distanceExtraBits(distance))
        found.append(
          DeflateSymbol(
            length: code, lengthExtra: lengthExtra, distance: distance,
            distanceExtra: distanceExtra))
      }
    }
    return true
  }

  private mutating func beginBlock() throws {
    isLast = try bits(1) == 1
    switch try bits(2) {
    case 0:
      _ = try bits(bufferCount & 7)
      let count = try bits(16)
      guard try bits(16) == ~count & 0xffff else { throw Damage() }
      block = .stored(count)
    case 1:
      block = .coded(
        PrefixTable(DeflateCode.fixedLiterals), PrefixTable(DeflateCode.fixedDistances))
    case 2: try beginDynamicBlock()
    default: throw Damage()
    }
  }

  private mutating func beginDynamicBlock() throws {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let orderCount = try bits(4) + 4
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for at in 0..<orderCount { codeLengths[DeflateCode.order[at]] = UInt8(try bits(3)) }
    let table = PrefixTable(codeLengths)
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      switch try symbol(table) {
      case 16:
        guard let last = lengths.last else { throw Damage() }
        lengths += repeatElement(last, count: 3 + (try bits(2)))
      case 17: lengths += repeatElement(0, count: 3 + (try bits(3)))
      case 18: lengths += repeatElement(0, count: 11 + (try bits(7)))
      case let length: lengths.append(UInt8(length))
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw Damage() }
    block = .coded(
      PrefixTable(Array(lengths[..<literalCount])), PrefixTable(Array(lengths[literalCount...])))
  }

  @inline(__always)
  private mutating func fill() {
    while bufferCount <= 48, position < bytes.count {
      buffer |= UInt64(bytes[position]) << UInt64(bufferCount)
      position &+= 1
      bufferCount &+= 8
    }
  }

  @inline(__always)
  private mutating func bits(_ count: Int) throws -> Int {
    fill()
    guard count <= bufferCount else { throw Damage() }
    let value = Int(truncatingIfNeeded: buffer & (1 << UInt64(count) &- 1))
    buffer >>= UInt64(count)
    bufferCount &-= count
    return value
  }

  @inline(__always)
  private mutating func symbol(_ table: PrefixTable) throws -> Int {
    fill()
    let entry = table.entry(buffer)
    let count = Int(entry & 15)
    guard count > 0, count <= bufferCount else { throw Damage() }
    buffer >>= UInt64(count)
    bufferCount &-= count
    return Int(entry >> 4)
  }
}

/// Finds the symbol of the next bits.
private struct PrefixTable {
  /// For each value with the length of the longest code: `symbol << 4 | length`; 0 for none.
  private let entries: [UInt16]
  private let mask: UInt64

  init(_ lengths: [UInt8]) {
    let width = Int(lengths.max() ?? 0)
    var entries = [UInt16](repeating: 0, count: 1 << width)
    let codes = DeflateCode.codes(lengths)
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let entry = UInt16(symbol) << 4 | UInt16(lengths[symbol])
      for at in stride(from: Int(codes[symbol]), to: entries.count, by: 1 << lengths[symbol]) {
        entries[at] = entry
      }
    }
    self.entries = entries
    mask = UInt64(entries.count - 1)
  }

  @inline(__always)
  func entry(_ bits: UInt64) -> UInt16 { entries[Int(truncatingIfNeeded: bits & mask)] }
}
