import FrameTestSupport
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// Each limit passes at its value and refuses at one more.
struct WebPLimitsTests {
  private func webp(_ width: Int, _ height: Int, frames: Int = 1) -> WebPBuilder {
    var webp = WebPBuilder(width, height)
    for _ in 0..<frames { webp.frame(.init(w: 1, h: 1, fill: WebPBuilder.red)) }
    return webp
  }

  private func check(
    _ bytes: [UInt8], _ limit: ReadingError.Limit, value: Int,
    _ path: WritableKeyPath<ReadingLimits, Int>
  ) throws {
    var limits = ReadingLimits()
    limits[keyPath: path] = value
    #expect(throws: Never.self) { try openWebP(bytes, limits: limits) }
    limits[keyPath: path] = value - 1
    #expect(throws: ReadingError.limitExceeded(limit: limit, value: value, allowed: value - 1)) {
      try openWebP(bytes, limits: limits)
    }
  }

  @Test func canvas() throws {
    try check(webp(31, 7).bytes, .pixels, value: 217, \.maxPixels)
    try check(webp(31, 7).bytes, .side, value: 31, \.maxSide)
    try check(webp(3, 77).bytes, .side, value: 77, \.maxSide)
    let still = WebPBuilder.file(
      WebPBuilder.chunk("VP8L", WebPBuilder.lossless(30, 4, Array(repeating: 0, count: 120))))
    try check(still, .pixels, value: 120, \.maxPixels)
    try check(still, .side, value: 30, \.maxSide)
  }

  @Test func frames() throws {
    try check(webp(2, 2, frames: 9).bytes, .frames, value: 9, \.maxFrames)
    try check(webp(5, 4, frames: 9).bytes, .totalPixels, value: 180, \.maxTotalPixels)
  }

  @Test func pixelsOfAFrameThatIsLargerThanItsCanvas() throws {
    var large = webp(4, 4)
    large.frame(.init(w: 20, h: 30, fill: WebPBuilder.red))
    try check(large.bytes, .pixels, value: 600, \.maxPixels)
  }

  /// All of it is decoded, including the invisible part.
  @Test func pixelsOfFramesThatAreLargerThanTheirCanvas() throws {
    var large = webp(4, 4)
    for _ in 0..<3 { large.frame(.init(w: 20, h: 30, fill: WebPBuilder.red)) }
    try check(large.bytes, .totalPixels, value: 1 + 3 * 600, \.maxTotalPixels)
  }

  @Test func metadata() throws {
    for type in ["EXIF", "XMP ", "ICCP", "ever"] {
      var one = webp(2, 2)
      one.raw(WebPBuilder.chunk(type, Array(repeating: 65, count: 1001)))
      try check(one.bytes, .metadataChunk, value: 1001, \.maxMetadataChunkBytes)
    }
    var several = webp(2, 2)
    for _ in 0..<10 { several.raw(WebPBuilder.chunk("EXIF", Array(repeating: 65, count: 300))) }
    try check(several.bytes, .metadata, value: 3000, \.maxMetadataBytes)
  }

  /// A canvas of 2^24 x 2^24 is refused before memory is taken, and its area does not overflow.
  @Test func theLargestCanvasThatCanBeDeclared() throws {
    var limits = ReadingLimits()
    let bytes = webp(1 << 24, 1 << 24).bytes
    #expect(
      throws: ReadingError.limitExceeded(limit: .side, value: 1 << 24, allowed: limits.maxSide)
    ) { try openWebP(bytes, limits: limits) }
    limits.maxSide = 1 << 24
    #expect(
      throws: ReadingError.limitExceeded(limit: .pixels, value: 1 << 48, allowed: limits.maxPixels)
    ) { try openWebP(bytes, limits: limits) }
  }

  @Test func manyDamagedFramesAreNotAllListed() throws {
    var many = WebPBuilder(2, 2)
    for _ in 0..<1500 { many.frame(.init(w: 2, h: 2, pixels: [], content: [])) }
    let source = try openWebP(many.bytes)
    #expect(source.info.frames.count == 1500)
    #expect(source.info.warnings.count == WarningList.capacity + 1)
  }
}
