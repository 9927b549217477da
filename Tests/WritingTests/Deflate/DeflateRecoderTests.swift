import CDeflate
import CZlib
import TestSupport
import Testing

@testable import Writing

/// Independent decoders, libdeflate and zlib, are the judges.
@Suite struct DeflateRecoderTests {
  private func packed(_ bytes: [UInt8], level: Int = 12) throws -> [UInt8] {
    try bytes.withUnsafeBytes {
      try DeflateCompressor(level: level).withStream(of: $0) { Array($0) }
    }
  }

  private func recoded(_ stream: [UInt8]) -> [UInt8]? {
    stream.withUnsafeBytes { DeflateRecoder.smaller($0) }
  }

  private func expect(_ stream: [UInt8], unpacksTo bytes: [UInt8]) {
    var found = [UInt8](repeating: 0, count: bytes.count + 1)
    var count = uLong(found.count)
    #expect(uncompress(&found, &count, stream, uLong(stream.count)) == Z_OK)
    #expect(Array(found.prefix(Int(count))) == bytes)
    let decompressor = libdeflate_alloc_decompressor()
    defer { libdeflate_free_decompressor(decompressor) }
    var size = 0
    #expect(
      libdeflate_zlib_decompress(
        decompressor, stream, stream.count, &found, found.count, &size) == LIBDEFLATE_SUCCESS)
    #expect(Array(found.prefix(size)) == bytes)
  }

  /// Bytes like those of filtered rows: many zeros, small differences, repeats of much earlier
  /// bytes.
  private func rows(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < count {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes += [UInt8](repeating: 0, count: 1 + Int.random(in: 0..<40, using: &random))
      case 1 where bytes.count > 100:
        let start = Int.random(in: 0..<bytes.count - 50, using: &random)
        bytes += bytes[start..<start + 3 + Int.random(in: 0..<40, using: &random)]
      case 2:
        for _ in 0..<9 {
          bytes.append(UInt8(truncatingIfNeeded: Int.random(in: 0..<9, using: &random) - 4))
        }
      default: for _ in 0..<5 { bytes.append(UInt8(Int.random(in: 0..<256, using: &random))) }
      }
    }
    return Array(bytes.prefix(count))
  }

  @Test(arguments: [1, 6, 9, 12]) func theSameBytesComeOut(level: Int) throws {
    for (seed, count) in [100, 1500, 9000, 70_000, 900_000].enumerated() {
      let bytes = rows(count, seed: UInt64(seed))
      let stream = try packed(bytes, level: level)
      guard let smaller = recoded(stream) else { continue }
      #expect(smaller.count < stream.count)
      expect(smaller, unpacksTo: bytes)
    }
  }

  /// The size of one frame of a small animation.
  @Test func aShortStreamIsOneInAHundredSmaller() throws {
    let bytes = rows(6000, seed: 3)
    let stream = try packed(bytes)
    let smaller = try #require(recoded(stream))
    #expect(smaller.count * 100 < stream.count * 99)
    // A stream that is already optimal stays unchanged.
    #expect(recoded(smaller) == nil)
  }

  /// Two kinds of bytes; a fast level codes the second with the codes of the first.
  @Test func blocksEndWhereSymbolsChange() throws {
    var random = SeededGenerator(seed: 8)
    let bytes =
      (0..<9000).map { _ in UInt8(Int.random(in: 0..<12, using: &random)) }
      + (0..<9000).map { _ in UInt8(100 + Int.random(in: 0..<12, using: &random)) }
    let symbols = bytes.map { DeflateSymbol(literal: Int($0)) }
    let blocks = DeflateSplit.blocks(symbols)
    #expect(blocks.first?.lowerBound == 0)
    #expect(blocks.last?.upperBound == symbols.count)
    #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(blocks.contains { abs($0.upperBound - 9000) <= 256 }, "\(blocks)")
    #expect(DeflateSplit.blocks(Array(symbols[..<9000] + symbols[..<9000])).count == 1)
  }

  /// No match, a single distance, a single literal, incompressible bytes.
  @Test func oddStreamsUnpackToo() throws {
    var random = SeededGenerator(seed: 1)
    let noise = (0..<4000).map { _ in UInt8(Int.random(in: 0..<256, using: &random)) }
    let odd: [[UInt8]] = [
      (0..<700).map { UInt8($0 * $0 % 251 % 14) }, [UInt8](repeating: 7, count: 60_000), noise,
      noise + noise, Array(0..<255), [1, 2, 3], [0], [],
    ]
    for bytes in odd {
      for level in [0, 1, 12] {
        let stream = try packed(bytes, level: level)
        if let smaller = recoded(stream) { expect(smaller, unpacksTo: bytes) }
      }
    }
  }

  /// A few bytes are encoded with the fixed code, in which high literals have other lengths than
  /// low ones.
  @Test func fixedCodesAreTheOnesThatDecodersHave() throws {
    var recodedCount = 0
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let base = Int.random(in: 0..<250, using: &random)
      let bytes = (0..<Int.random(in: 4..<40, using: &random)).map { _ in
        UInt8(base + Int.random(in: 0..<6, using: &random))
      }
      for level in [0, 1, 12] {
        guard let smaller = recoded(try packed(bytes, level: level)) else { continue }
        recodedCount += 1
        expect(smaller, unpacksTo: bytes)
      }
    }
    #expect(recodedCount > 20)
  }

  /// Codes of the maximum length: counts that double from symbol to symbol.
  @Test(arguments: [7, 15]) func lengthsKeepTheirLimit(limit: Int) {
    for count in [1, 2, 3, limit, limit + 3, 40] {
      let counts = (0..<count).map { 1 << min($0, 50) }
      let lengths = PrefixLengths.best(counts, limit: limit)
      #expect(lengths.allSatisfy { 1...limit ~= Int($0) })
      let taken = lengths.reduce(0) { $0 + 1 << (limit - Int($1)) }
      #expect(taken == (count == 1 ? 1 << (limit - 1) : 1 << limit), "\(lengths)")
    }
    #expect(PrefixLengths.best([0, 5, 0, 1, 1], limit: limit) == [0, 1, 0, 2, 2])
    #expect(PrefixLengths.best([0, 0], limit: limit) == [0, 0])
  }

  @Test func damagedStreamsAreLeftAlone() throws {
    var random = SeededGenerator(seed: 5)
    let stream = try packed(rows(3000, seed: 9))
    for length in [0, 5, 9, 40, stream.count / 2, stream.count - 1] {
      _ = recoded(Array(stream.prefix(length)))
    }
    for _ in 0..<2000 {
      var wrong = stream
      for _ in 0..<1 + Int.random(in: 0..<3, using: &random) {
        wrong[2 + Int.random(in: 0..<wrong.count - 6, using: &random)] = UInt8(
          Int.random(in: 0..<256, using: &random))
      }
      // Such changes to the bytes cannot be detected; they only must not cause a crash.
      _ = recoded(wrong)
    }
    #expect(recoded([0x78, 0xda, 0x07, 0, 0, 0, 0, 0, 0, 0]) == nil)
  }
}
