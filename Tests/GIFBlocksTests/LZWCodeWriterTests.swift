import Testing

@testable import GIFBlocks

@Suite struct LZWCodeWriterTests {
  /// Writes every index as a literal, with clear codes in front of the given ones.
  private func literals(
    _ indices: [UInt8], minCodeSize: Int, clearsBefore: Set<Int> = []
  ) -> [UInt8] {
    var writer = LZWCodeWriter(minCodeSize: minCodeSize)
    for (at, index) in indices.enumerated() {
      if clearsBefore.contains(at) { writer.clear() }
      writer.append(Int(index))
    }
    return writer.finish()
  }

  @Test(arguments: 2...8)
  func `codes have the widths that a decoder expects until the table is full and after`(size: Int)
    throws
  {
    var pictures = TestPictures(seed: UInt64(size))
    let indices = pictures.noise(9000, colors: 1 << size)
    let read = try LZWReference(literals(indices, minCodeSize: size), minCodeSize: size)
    #expect(read.indices == indices)
    #expect(read.codeCount == 9000)
    #expect(read.clears.isEmpty)
  }

  /// Around each code at which the width changes, and where the table is full.
  @Test(arguments: 2...8)
  func aClearCodeMayStandAnywhere(size: Int) throws {
    var pictures = TestPictures(seed: 7)
    let noise = pictures.noise(4300, colors: 1 << size)
    let changes = (size...12).map { (1 << $0) - (1 << size) }
    let positions = Set(
      changes.flatMap { Array(max(0, $0 - 2)...min(4199, $0 + 2)) } + [4199])
    for position in positions {
      let indices = Array(noise.prefix(position + 20))
      let data = literals(indices, minCodeSize: size, clearsBefore: [position])
      let read = try LZWReference(data, minCodeSize: size)
      #expect(read.indices == indices, "clear code before \(position)")
      #expect(read.clears == [position])
    }
  }

  @Test func anEmptyPictureIsTwoCodes() throws {
    #expect(LZWCodeWriter(minCodeSize: 2).finish() == [0b101_100])
  }

  /// An entry of a full table and the newest entry are ordinary codes.
  @Test func theLastEntryIsUsable() throws {
    var writer = LZWCodeWriter(minCodeSize: 8)
    var count = 0
    // Each code is the entry created by the previous code, so that each string is one index longer.
    writer.append(0)
    while writer.nextEntry < LZWCodeWriter.tableLimit {
      writer.append(writer.nextEntry - 1)
      count += 1
    }
    writer.append(4095)
    writer.append(4095)
    let read = try LZWReference(writer.finish(), minCodeSize: 8)
    let last = count + 2
    #expect(read.indices.count == (count + 1) * (count + 2) / 2 + 2 * last)
  }
}
