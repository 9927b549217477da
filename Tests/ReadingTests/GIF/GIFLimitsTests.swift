import FrameTestSupport
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// Each limit passes at its value and refuses at one more.
struct GIFLimitsTests {
  private func gif(_ width: Int, _ height: Int, frames: Int = 1) -> GIFBuilder {
    var gif = GIFBuilder(width, height)
    for _ in 0..<frames { gif.frame(.init(w: 1, h: 1, fill: 1, delay: 10)) }
    return gif
  }

  private func check(
    _ bytes: [UInt8], _ limit: ReadingError.Limit, value: Int,
    _ path: WritableKeyPath<ReadingLimits, Int>
  ) throws {
    var limits = ReadingLimits()
    limits[keyPath: path] = value
    #expect(throws: Never.self) { try openGIF(bytes, limits: limits) }
    limits[keyPath: path] = value - 1
    #expect(throws: ReadingError.limitExceeded(limit: limit, value: value, allowed: value - 1)) {
      try openGIF(bytes, limits: limits)
    }
  }

  @Test func pixels() throws {
    try check(gif(31, 7).bytes, .pixels, value: 217, \.maxPixels)
  }

  @Test func side() throws {
    try check(gif(31, 7).bytes, .side, value: 31, \.maxSide)
    try check(gif(3, 77).bytes, .side, value: 77, \.maxSide)
  }

  @Test func canvasGrownToTheFirstFrame() throws {
    var grown = GIFBuilder(2, 2)
    grown.frame(.init(w: 30, h: 40, delay: 0))
    try check(grown.bytes, .pixels, value: 1200, \.maxPixels)
    try check(grown.bytes, .side, value: 40, \.maxSide)
  }

  @Test func frames() throws {
    try check(gif(2, 2, frames: 9).bytes, .frames, value: 9, \.maxFrames)
  }

  @Test func totalPixels() throws {
    try check(gif(5, 4, frames: 9).bytes, .totalPixels, value: 180, \.maxTotalPixels)
  }

  /// A frame that is larger than its canvas counts with all of its pixels.
  @Test func pixelsOfAFrame() throws {
    var wide = gif(10, 10)
    wide.frame(.init(w: 500, h: 300, indices: [1], delay: 0))
    try check(wide.bytes, .pixels, value: 5000, \.maxPixels)
    var interlaced = gif(10, 10)
    interlaced.frame(.init(w: 20, h: 300, delay: 0, isInterlaced: true))
    try check(interlaced.bytes, .pixels, value: 6000, \.maxPixels)
    var outside = gif(10, 10)
    outside.frame(.init(x: 10, y: 0, w: 60000, h: 60000, indices: [1], delay: 0))
    try check(outside.bytes, .pixels, value: 100, \.maxPixels)
  }

  @Test func metadata() throws {
    let extensions: [[UInt8]] = [[0xfe], [0x77], [0xff, 11] + Array("XMP DataXMP".utf8)]
    for introducer in extensions {
      var chunk = GIFBuilder(2, 2)
      chunk.raw([0x21] + introducer + GIFBuilder.subBlocks(Array(repeating: 65, count: 1000)))
      chunk.frame(.init(w: 2, h: 2))
      try check(chunk.bytes, .metadataChunk, value: 1000, \.maxMetadataChunkBytes)
    }
    var several = GIFBuilder(2, 2)
    for _ in 0..<10 { several.comment(Array(repeating: 65, count: 300)) }
    several.frame(.init(w: 2, h: 2))
    try check(several.bytes, .metadata, value: 3000, \.maxMetadataBytes)
  }

  @Test func manySmallCommentsAreNotAllKept() throws {
    var many = GIFBuilder(2, 2)
    for _ in 0..<3000 { many.comment([65]) }
    many.frame(.init(w: 2, h: 2))
    many.end()
    #expect(try openGIF(many.bytes).info.metadata.comments.count == SourceInfo.Metadata.maxComments)
  }

  @Test func manyDamagedFramesAreNotAllListed() throws {
    var many = GIFBuilder(2, 2)
    for _ in 0..<3000 { many.frame(.init(w: 2, h: 2, minCodeSize: 9)) }
    many.end()
    let source = try openGIF(many.bytes)
    #expect(source.info.frames.count == 3000)
    #expect(source.info.warnings.count == WarningList.capacity + 1)
  }
}
