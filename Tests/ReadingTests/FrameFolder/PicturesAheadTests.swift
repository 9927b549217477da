import FrameTestSupport
import Messages
import TestSupport
import Testing

@testable import Raster
@testable import Reading

/// Decoding on several threads affects only the time.
@Suite struct PicturesAheadTests {
  private func open(_ folder: TemporaryFolder, _ list: [Int]) throws -> FrameFolderSource {
    try folder.writePictures(Set(list).sorted())
    let text = list.map { "file 'f\($0).png'\nduration 0.1\n" }.joined()
    try folder.write(Array(("ffconcat version 1.0\n" + text).utf8), to: "list.ffconcat")
    return try #require(
      openSource(.path(folder.appending("list.ffconcat"))) as? FrameFolderSource)
  }

  private func hashes(_ source: FrameFolderSource) throws -> [Int] {
    var hashes: [Int] = []
    while let frame = try source.next() { hashes.append(frame.pixels.contentHash) }
    return hashes
  }

  @Test(arguments: [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 1, 2, 1, 2, 2, 3], [4]])
  func framesAreTheSame(list: [Int]) throws {
    try TemporaryFolder.with { folder in
      let expected = try hashes(open(folder, list))
      let source = try open(folder, list)
      source.decodesAhead = true
      #expect(try hashes(source) == expected)
      for start in list.indices.reversed() {
        source.seek(to: start)
        #expect(try hashes(source) == Array(expected[start...]))
      }
      #expect(source.peakLive <= PicturesAhead.mostPictures)
    }
  }

  @Test func seekingInBetweenGivesTheFrameThatIsSought() throws {
    try TemporaryFolder.with { folder in
      let list = (0..<12).map { $0 * 7 % 5 + 1 }
      let expected = try hashes(open(folder, list))
      let source = try open(folder, list)
      source.decodesAhead = true
      var random = SeededGenerator(seed: 5)
      for _ in 0..<200 {
        if Bool.random(using: &random) {
          source.seek(to: Int.random(in: list.indices, using: &random))
        }
        if let frame = try source.next() {
          #expect(frame.pixels.contentHash == expected[frame.index])
        }
      }
    }
  }

  @Test func aBrokenFileIsNamedAfterTheFramesBeforeIt() throws {
    try TemporaryFolder.with { folder in
      let source = try open(folder, Array(1...8))
      source.decodesAhead = true
      try folder.write([1, 2, 3], to: "f5.png")
      for frame in 0..<4 { #expect(try source.next()?.index == frame) }
      let error = #expect(throws: FrameFolderError.self) { try source.next() }
      #expect(error?.reason.description.contains("f5.png") == true)
      #expect(error?.frame == 4)
      #expect(try source.next() == nil)
    }
  }

  /// Without a consumer, decoding stops when the queue is full.
  @Test func aConsumerThatHoldsFramesBoundsWhatIsDecoded() throws {
    try TemporaryFolder.with { folder in
      let source = try open(folder, Array(1...9))
      source.decodesAhead = true
      var held: [CanvasFrame] = []
      while let frame = try source.next() {
        held.append(frame)
        if held.count > 2 { held.removeFirst() }
        #expect(source.peakLive <= PicturesAhead.mostPictures)
      }
      #expect(held.map(\.index) == [7, 8])
    }
  }
}
