import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// A value at the limit is accepted and one more is refused, before anything is decoded.
@Suite struct PNGLimitsTests {
  private func animation(frames: Int) -> [UInt8] {
    var png = PNGBuilder(3, 2)
    png.animation(frames: frames)
    let pixels = [UInt32](repeating: 0xff00_00ff, count: 6)
    for index in 0..<frames {
      png.control(w: 3, h: 2)
      if index == 0 { png.data(pixels) } else { png.frameData(pixels) }
    }
    png.end()
    return png.bytes
  }

  private func expectLimit(
    _ bytes: [UInt8], _ limit: ReadingError.Limit, _ value: Int,
    _ path: WritableKeyPath<ReadingLimits, Int>
  ) throws {
    var options = ReadingOptions()
    options.limits[keyPath: path] = value
    _ = try openSource(.bytes(bytes, name: "limit.png"), options: options)
    options.limits[keyPath: path] = value - 1
    #expect(throws: ReadingError.limitExceeded(limit: limit, value: value, allowed: value - 1)) {
      try openSource(.bytes(bytes, name: "limit.png"), options: options)
    }
  }

  @Test func eachLimitIsExact() throws {
    let bytes = animation(frames: 5)
    try expectLimit(bytes, .side, 3, \.maxSide)
    try expectLimit(bytes, .pixels, 6, \.maxPixels)
    try expectLimit(bytes, .frames, 5, \.maxFrames)
    try expectLimit(bytes, .totalPixels, 30, \.maxTotalPixels)

    var png = PNGBuilder(1, 1)
    png.chunk("tEXt", [UInt8](repeating: 65, count: 100))
    png.chunk("zzZz", [UInt8](repeating: 0, count: 40))
    png.data([0])
    png.end()
    try expectLimit(png.bytes, .metadataChunk, 100, \.maxMetadataChunkBytes)
    try expectLimit(png.bytes, .metadata, 140, \.maxMetadataBytes)
  }

  @Test func hugeSidesAreRefusedBeforeTheirAreaIsTaken() {
    var png = PNGBuilder(0x7fff_ffff, 0x7fff_ffff, depth: 1, color: 0)
    png.chunk("IDAT", PNGBuilder.zlib([0]))
    png.end()
    let bytes = png.bytes
    #expect(
      throws: ReadingError.limitExceeded(limit: .side, value: 0x7fff_ffff, allowed: 65_535)
    ) { try openSource(.bytes(bytes, name: "huge.png")) }
  }

  @Test func announcedFramesTakeNoMemory() throws {
    var png = PNGBuilder(1, 1)
    png.animation(frames: 0x7fff_ffff)
    png.control(w: 1, h: 1)
    png.data([1])
    png.end()
    #expect(try openSource(.bytes(png.bytes, name: "announced.png")).info.frames.count == 1)
  }
}
