import Stages
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch

@Suite struct LineFileTests {
  private func lines(_ text: [UInt8], separator: UInt8 = 0x0A) throws -> [String] {
    try TemporaryFolder.with { folder in
      try folder.write(text, to: "lines")
      let file = try LineFile(folder.appending("lines"), separator: separator)
      var found: [String] = []
      let reader = file.reader()
      while let line = try reader.next() {
        let bytes = try file.bytes(at: line.offset, count: line.bytes.count)
        #expect(bytes == Array(line.bytes))
        #expect(line.number == found.count + 1)
        found.append(String(decoding: bytes, as: UTF8.self) + (line.isComplete ? "" : "…"))
      }
      return found
    }
  }

  @Test func theLastLineTellsWhetherItIsWhole() throws {
    #expect(try lines(Array("a\n\nbc\n".utf8)) == ["a", "", "bc"])
    #expect(try lines(Array("a\nbc".utf8)) == ["a", "bc…"])
    #expect(try lines([]) == [])
    #expect(try lines(Array("a\nb\0c\0".utf8), separator: 0) == ["a\nb", "c"])
  }

  /// A device has no end and no lines, and copying it would fill the disk.
  @Test func aStreamWithoutLineEndsIsRefusedSoon() throws {
    #expect(throws: BatchError.self) { try LineFile("/dev/zero") }
  }

  /// The buffer holds 1 MiB; some lines cross its end, and some are longer.
  @Test func linesOfAnyLengthAreRead() throws {
    var random = SeededGenerator(seed: 3)
    var expected: [String] = []
    for index in 0..<400 {
      let count = index % 100 == 99 ? 1_500_000 : Int.random(in: 0...40_000, using: &random)
      let letter = Character(Unicode.Scalar(UInt8(97 + index % 26)))
      expected.append(String(repeating: letter, count: count))
    }
    #expect(try lines(Array((expected.joined(separator: "\n") + "\n").utf8)) == expected)
  }

  @Test func aLineWithoutAnEndIsRefused() throws {
    let error = #expect(throws: BatchError.self) {
      try lines([UInt8](repeating: 65, count: 17 << 20))
    }
    guard case .malformed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aMissingFileIsMissing() {
    let error = #expect(throws: BatchError.self) { try LineFile("/nowhere/at/all") }
    #expect(error?.kind == .missingInput)
  }
}
