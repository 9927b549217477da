import AnimTiming
import Foundation
import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct PictureStreamTests {
  private func numbered(_ numbers: Range<Int>) -> [[UInt8]] {
    numbers.map { PictureFiles.png(8, 8, PictureFiles.pixel($0)) }
  }

  private func open(_ bytes: [UInt8], strict: Bool = false, rate: Int64? = nil) throws
    -> any FrameSource
  {
    var options = ReadingOptions()
    options.isStrict = strict
    options.frameRate = rate.map { FrameRate($0) }
    return try openSource(.bytes(bytes, name: "stream"), options: options)
  }

  @Test func picturesOneAfterAnotherAreFrames() throws {
    let source = try open(numbered(0..<12).flatMap(\.self))
    #expect(source.info.kind == .frameFolder)
    #expect(source.info.frames.map(\.delay.description) == Array(repeating: "0.1 s", count: 12))
    #expect(try remaining(source).map(PictureFiles.number) == Array(0..<12))
    #expect(source.info.warnings.isEmpty)
    let rated = try open(numbered(0..<2).flatMap(\.self), rate: 20)
    #expect(rated.info.frames.map(\.delay.description) == ["0.05 s", "0.05 s"])
  }

  @Test func streamsOfJPEGAndWebPAreReadAsWell() throws {
    let jpeg = try JPEGFramesTests.bytes(JPEGFramesTests.progressive)
    let gray = try JPEGFramesTests.bytes(JPEGFramesTests.gray)
    let webP = WebPBuilder.file(WebPBuilder.chunk("VP8 ", WebPBuilder.lossy))
    for pictures in [[jpeg, gray, jpeg], [webP, webP, webP]] {
      let source = try open(pictures.flatMap(\.self))
      #expect(source.info.frames.count == 3)
      let frames = try remaining(source).map(pixels)
      for (frame, picture) in zip(frames, pictures) {
        #expect(try frame == remaining(open(picture)).map(pixels)[0])
      }
    }
  }

  /// `ffmpeg` writes the stream; its own decoder counts the pictures of a video.
  @Test(arguments: ["png", "mjpeg"]) func streamsOfFFmpegAreWhole(codec: String) throws {
    let made = [
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=2", "-pix_fmt",
    ]
    let bytes = try Command.run(
      made + [codec == "png" ? "rgba" : "yuvj420p", "-f", "image2pipe", "-c:v", codec, "-"])
    let source = try open(Array(bytes))
    #expect(source.info.frames.count == 20)
    let frames = try remaining(source).map(pixels)
    #expect(frames.count == 20)
    if codec == "png" {
      let expected = try Command.run(made + ["rgba", "-f", "rawvideo", "-"])
      #expect(frames.flatMap(\.self) == Array(expected))
    }
  }

  @Test func aPictureThatIsCutOffIsLeftOut() throws {
    let bytes = Array(numbered(0..<3).flatMap(\.self).dropLast(20))
    let source = try open(bytes)
    #expect(try remaining(source).map(PictureFiles.number) == [0, 1])
    #expect(source.info.warnings.map(\.kind) == [.truncated])
    #expect(throws: ReadingError.self) { try open(bytes, strict: true) }
  }

  @Test func limitsHold() throws {
    var options = ReadingOptions()
    options.limits.maxFrames = 2
    #expect(throws: ReadingError.limitExceeded(limit: .frames, value: 3, allowed: 2)) {
      try openSource(.bytes(numbered(0..<3).flatMap(\.self), name: "stream"), options: options)
    }
  }

  @Test func whatFollowsAFileIsReported() throws {
    let gif = GIFBuilder.random(seed: 1, frames: 2)
    let png = numbered(0..<1)[0]
    let jpeg = try JPEGFramesTests.bytes(JPEGFramesTests.progressive)
    let webP = WebPBuilder.file(WebPBuilder.chunk("VP8 ", WebPBuilder.lossy))
    for file in [gif, png, jpeg, webP] {
      for (rest, title) in [(gif, "what follows, a GIF, is"), (Array("xyz".utf8), "the rest is")] {
        let source = try open(file + rest)
        let details = source.info.warnings.map(\.detail)
        #expect(details.count == 1)
        #expect(details[0].contains("\(rest.count) bytes before") && details[0].contains(title))
        #expect(try remaining(source).map(pixels) == remaining(open(file)).map(pixels))
        if title == "the rest" { _ = try open(file + rest, strict: true) }
      }
    }
  }

  /// A camera's JPEG refers to the pictures after it; they are not frames.
  @Test func cameraPhotosAreNotStreams() throws {
    let jpeg = try JPEGFramesTests.bytes(JPEGFramesTests.progressive)
    let named = Array(jpeg[..<2] + [0xFF, 0xE2, 0, 6] + Array("MPF\0".utf8) + jpeg[2...])
    let source = try open(named + jpeg)
    #expect(source.info.kind == .jpeg)
    #expect(source.info.warnings.map(\.kind) == [.nonconforming])
  }

  @Test(arguments: [[], Array("MotionPhoto_Data".utf8)])
  func theVideoOfAMotionPhotoIsRead(before: [UInt8]) throws {
    try TemporaryFolder.with { folder in
      let video = try MadeVideo.make("a.mp4", in: folder, count: 7, [])
      let alone = try openSource(.path(video))
      let jpeg = try JPEGFramesTests.bytes(JPEGFramesTests.progressive)
      let photo = try jpeg + before + TemporaryFolder.bytes(of: video) + Array("SEFT".utf8)
      let source = try open(photo)
      #expect(source.info.kind == .video)
      #expect(source.info.frames.map(\.delay) == alone.info.frames.map(\.delay))
      #expect(try remaining(source).map(pixels) == remaining(alone).map(pixels))
      #expect(source.info.notes.contains { "\($0)".contains("Motion Photo") })
    }
  }
}
