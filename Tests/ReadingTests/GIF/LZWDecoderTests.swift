import TestSupport
import Testing

@testable import Reading

struct LZWDecoderTests {
  /// Decodes with input pieces of the given size.
  private func decode(
    _ decoder: LZWDecoder, _ data: [UInt8], minCodeSize: Int, limit: Int, piece: Int
  ) -> (indices: [UInt8], outcome: LZWDecoder.Outcome) {
    var plane = [UInt8](repeating: 0, count: LZWDecoder.prefix + limit + LZWDecoder.slack)
    return plane.withUnsafeMutableBufferPointer { plane in
      let base = plane.baseAddress!
      decoder.start(minCodeSize: minCodeSize, plane: base)
      var outcome = LZWDecoder.Outcome.needsInput
      var position = 0
      while outcome == .needsInput, position < data.count {
        let part = Array(data[position..<min(position + piece, data.count)])
        outcome = (part + [UInt8](repeating: 0xaa, count: 8)).withUnsafeBufferPointer {
          decoder.decode($0.baseAddress!, count: part.count, into: base, limit: limit)
        }
        position += part.count
      }
      let count = min(decoder.pixelCount, limit)
      return (Array(plane[LZWDecoder.prefix..<(LZWDecoder.prefix + count)]), outcome)
    }
  }

  private func indices(_ count: Int, colors: Int, seed: UInt64, run: Int) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var current: UInt8 = 0
    return (0..<count).map { _ in
      if Int.random(in: 0..<run, using: &random) == 0 {
        current = UInt8(Int.random(in: 0..<colors, using: &random))
      }
      return current
    }
  }

  @Test(arguments: 1...8)
  func decodesWhatWasEncoded(_ minCodeSize: Int) {
    let decoder = LZWDecoder()
    for (round, count) in [0, 1, 2, 3, 100, 5000, 30000].enumerated() {
      for run in [1, 3, 50, 100_000] {
        let wanted = indices(
          count, colors: 1 << minCodeSize, seed: UInt64(round * 100 + run), run: run)
        let data = GIFBuilder.lzw(wanted, minCodeSize: minCodeSize)
        for piece in [1, 8, 9, 16384] {
          let result = decode(decoder, data, minCodeSize: minCodeSize, limit: count, piece: piece)
          #expect(result.indices == wanted, "\(count) pixels, runs \(run), pieces of \(piece)")
        }
      }
    }
  }

  @Test func firstClearCodeAndEndCodeMayBeMissing() {
    let wanted = indices(900, colors: 4, seed: 5, run: 2)
    for hasFirstClear in [false, true] {
      for hasEndCode in [false, true] {
        let data = GIFBuilder.lzw(
          wanted, minCodeSize: 2, hasEndCode: hasEndCode, hasFirstClear: hasFirstClear)
        let result = decode(LZWDecoder(), data, minCodeSize: 2, limit: 900, piece: 100)
        #expect(result.indices == wanted)
      }
    }
  }

  @Test func pixelsBeyondTheFrameAreDropped() {
    let data = GIFBuilder.lzw(Array(repeating: 1, count: 5000), minCodeSize: 2)
    for limit in [0, 1, 2, 17, 100, 4999] {
      let result = decode(LZWDecoder(), data, minCodeSize: 2, limit: limit, piece: 4096)
      #expect(result.indices == Array(repeating: 1, count: limit))
    }
  }

  @Test func theEndCodeEndsAndUnknownCodesAreReported() {
    let short = GIFBuilder.lzw([1, 2, 3], minCodeSize: 2)
    let ended = decode(LZWDecoder(), short, minCodeSize: 2, limit: 9, piece: 99)
    #expect(ended.indices == [1, 2, 3])
    #expect(ended.outcome == .finished)
    // Clear, 1, then 7 although only 6 is possible.
    let wrong: [UInt8] = [0b11_001_100, 0b0000_0001]
    let broken = decode(LZWDecoder(), wrong, minCodeSize: 2, limit: 9, piece: 99)
    #expect(broken.indices == [1])
    #expect(broken.outcome == .invalidCode)
  }

  @Test func fullTableWithoutAClearCodeKeepsItsStrings() {
    var random = SeededGenerator(seed: 11)
    var bits: [UInt8] = []
    var width = 9
    var next = 257
    for count in 0..<8000 {
      // Literals until the table is full, then any code.
      var code = count < 4000 ? count % 251 : Int.random(in: 0..<4096, using: &random)
      if code == 256 || code == 257 { code = 65 }
      bits += (0..<width).map { UInt8(code >> $0 & 1) }
      next = min(next + 1, 4096)
      if next == 1 << width, width < 12 { width += 1 }
    }
    let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { at in
      (0..<8).reduce(UInt8(0)) { $0 | bits[at + $1] << UInt8($1) }
    }
    let wanted = slowLZW(bytes, minCodeSize: 8, limit: 1 << 20)
    let result = decode(LZWDecoder(), bytes, minCodeSize: 8, limit: 1 << 20, piece: 777)
    #expect(result.indices == wanted)
    #expect(wanted.count > 11000)
  }

  @Test func anyBytesDecodeAsTheSlowDecoderDoes() {
    let decoder = LZWDecoder()
    var random = SeededGenerator(seed: 3)
    for round in 0..<3000 {
      let minCodeSize = 1 + round % 8
      let length = Int.random(in: 0...(round % 10 == 0 ? 3000 : 40), using: &random)
      var data = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      if round % 3 == 0 {
        // Mostly valid: an encoding with one byte changed.
        let wanted = indices(600, colors: 1 << minCodeSize, seed: UInt64(round), run: 3)
        data = GIFBuilder.lzw(wanted, minCodeSize: minCodeSize)
        data[Int.random(in: 0..<data.count, using: &random)] ^= UInt8(1 << (round % 8))
      }
      let limit = Int.random(in: 0...2000, using: &random)
      let piece = 1 + round % 20
      let result = decode(decoder, data, minCodeSize: minCodeSize, limit: limit, piece: piece)
      let wanted = slowLZW(data, minCodeSize: minCodeSize, limit: limit)
      #expect(result.indices == wanted, "round \(round)")
    }
  }
}
