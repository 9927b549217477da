import TestSupport
import Testing

@testable import Reading

struct ByteReaderTests {
  /// More than two buffers.
  private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  @Test func readsInOrderAcrossBuffers() throws {
    let reader = ByteReader(ByteSource(bytes: bytes))
    var read: [UInt8] = []
    var random = SeededGenerator(seed: 1)
    while read.count < bytes.count {
      #expect(reader.position == Int64(read.count))
      if Int.random(in: 0..<8, using: &random) == 0 { reader.dropBuffer() }
      if Bool.random(using: &random), let byte = try reader.readByte() {
        read.append(byte)
      } else {
        let count = min(Int.random(in: 0...70_000, using: &random), bytes.count - read.count)
        read += try #require(try reader.read(count))
      }
    }
    #expect(read == bytes)
    #expect(try reader.readByte() == nil)
    #expect(try reader.read(1) == nil)
  }

  @Test func goesAnywhere() throws {
    let reader = ByteReader(ByteSource(bytes: bytes))
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let offset = Int.random(in: 0..<bytes.count, using: &random)
      reader.seek(to: Int64(offset))
      #expect(try reader.readByte() == bytes[offset])
      let step = Int.random(in: 0...200_000, using: &random)
      let skipped = try reader.skip(step)
      #expect(skipped == min(step, bytes.count - offset - 1))
      #expect(reader.position == Int64(offset + 1 + skipped))
    }
  }

  @Test func endsShort() throws {
    let reader = ByteReader(ByteSource(bytes: [1, 2, 3]))
    #expect(try reader.read(4) == nil)
    #expect(reader.position == 3)
    reader.seek(to: 99)
    #expect(try reader.readByte() == nil)
    #expect(try reader.skip(5) == 0)
    let nothing = ByteReader(ByteSource(bytes: []))
    #expect(try nothing.readByte() == nil)
    #expect(try nothing.read(0) == [])
  }

  @Test func subBlocksAreSkippedAndRead() throws {
    let data = (0..<700).map { UInt8(truncatingIfNeeded: $0) }
    for size in [1, 7, 254, 255] {
      let blocks = GIFBuilder.subBlocks(data, size: size)
      let reader = ByteReader(ByteSource(bytes: blocks + [42]))
      let skipped = try reader.skipSubBlocks()
      #expect(skipped.byteCount == 700 && skipped.isTerminated)
      #expect(try reader.readByte() == 42)
      reader.seek(to: 0)
      let (read, all) = try reader.readSubBlocks(limit: 300)
      #expect(read == Array(data[..<300]))
      #expect(all.byteCount == 700 && all.isTerminated)
      for cut in [1, blocks.count / 2, blocks.count - 1] {
        let short = ByteReader(ByteSource(bytes: Array(blocks[..<cut])))
        #expect(try !short.skipSubBlocks().isTerminated)
        #expect(short.position == Int64(cut))
        short.seek(to: 0)
        #expect(try !short.readSubBlocks(limit: 9999).all.isTerminated)
      }
    }
  }
}
