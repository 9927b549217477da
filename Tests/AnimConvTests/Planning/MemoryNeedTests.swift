import AnimPlay
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// An input that needs more memory than allowed is refused before a pixel is decoded, for every
/// output.
@Suite struct MemoryNeedTests {
  /// A GIF with a declared canvas size and a frame of one pixel.
  private func large(_ side: Int) -> [UInt8] {
    var gif = GIFBuilder(side, side)
    for delay in [5, 9] { gif.frame(.init(w: 1, h: 1, fill: 1, delay: delay)) }
    gif.end()
    return gif.bytes
  }

  private func plan(
    _ bytes: [UInt8], to output: String, memory: Int? = nil
  ) throws -> Conversion.Plan {
    var conversion = Conversion(
      input: .bytes(bytes, name: "in.gif"), output: .file(FilePath(output)))
    if output.hasSuffix("/") { conversion.kind = .frameFolder }
    if let memory { conversion.video.maxMemory = memory }
    return try ConversionJob(conversion).plan()
  }

  @Test(arguments: [
    "a.gif", "a.apng", "a.webp", "a.avif", "a.png", "a/", "a.zip", "a.mp4", "a.webm",
  ])
  func aLargeCanvasIsRefusedAtOnce(_ output: String) throws {
    let bytes = large(16384)
    let clock = ContinuousClock()
    var error: ConversionError?
    let time = clock.measure {
      error = #expect(throws: ConversionError.self) { _ = try plan(bytes, to: output) }
    }
    #expect(time < .seconds(1))
    #expect(error?.file == "in.gif")
    guard case .pictureSize? = error?.underlying as? WritingError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["a.gif", "a.apng", "a.webp", "a.png", "a/", "a.zip"])
  func whatIsOfferedSuffices(_ output: String) throws {
    let bytes = large(64)
    let error = #expect(throws: ConversionError.self) {
      _ = try plan(bytes, to: output, memory: 1000)
    }
    let remedy = try #require(error?.remedy?.description)
    let match = try #require(remedy.firstMatch(of: /video.maxMemory = ([0-9]+) << 20/), "\(remedy)")
    let mebibytes = try #require(Int(match.1))
    #expect(throws: Never.self) { _ = try plan(bytes, to: output, memory: mebibytes << 20) }
    #expect(throws: ConversionError.self) {
      _ = try plan(bytes, to: output, memory: (mebibytes - 1) << 20)
    }
  }

  /// Two frames in flight and one in the reader carry 8 more bytes a pixel.
  @Test func framesWithSixteenBitsASampleCount() throws {
    let size = PixelSize(width: 64, height: 32)
    var info = SourceInfo(
      kind: .video, size: size, frames: [], plays: .plays(1), declaresPlays: false,
      alpha: .absent, defaultPolicy: .browser)
    func reading(_ name: String, _ depth: FrameFilesOptions.Depth?, quality: Int? = nil) throws
      -> Int
    {
      var conversion = Conversion(input: .path("in.mp4"), output: .file(FilePath("out")))
      conversion.frames.depth = depth
      conversion.image.quality = quality
      let kind = try #require(OutputKind(name))
      return MemoryAccount(conversion, to: kind, info, size: size, writing: 0).reading
    }
    info.sampleDepth = 10
    let (plain, wide) = (size.area * 16, size.area * (16 + 24))
    #expect(try reading("frames", nil) == plain)
    #expect(try reading("frames", .eight) == plain)
    #expect(try reading("frames", .sixteen) == wide)
    #expect(try reading("frames", .auto) == wide)
    #expect(try reading("jxl", nil) == wide)
    #expect(try reading("jxl", .eight) == plain)
    #expect(try reading("jxl", nil, quality: 80) == plain)
    #expect(try reading("mp4", .sixteen) == plain)
    info.sampleDepth = 8
    #expect(try reading("frames", .sixteen) == plain)
  }
}
