import AnimTiming
import Foundation
import SystemPackage
import Testing

@testable import Raster
@testable import Stages
@testable import Writing

/// Every kind of difference between a plan and a file is found.
@Suite struct VideoReadBackTests {
  static func video(_ container: VideoContainer, last: Int64 = 1500) throws -> WrittenVideo {
    try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 3),
      durations: [40, 30, last], timebase: .milliseconds, container: container)
  }

  static func check(
    _ video: WrittenVideo, durations: [Int64], size: PixelSize = PixelSize(width: 64, height: 64),
    codec: VideoCodec? = nil, matrix: VideoOptions.Matrix? = nil
  ) throws -> VideoReadBack {
    let timing = VideoTiming(
      timeline: try AnimationTimeline(durations: durations, timebase: .milliseconds))
    var options = VideoOptions()
    options.codec = codec
    options.matrix = matrix
    let encoding = try VideoEncoding.resolve(
      container: video.encoding.container, options: options, size: size, keepsAlpha: false,
      timing: timing)
    return try VideoReadBack.check(
      FilePath(video.path), encoding: encoding, timing: timing)
  }

  @Test(arguments: VideoContainer.allCases)
  func aRightFileAgrees(container: VideoContainer) throws {
    let video = try Self.video(container)
    let result = try Self.check(video, durations: [40, 30, 1500])
    #expect(result.frameCount == 3)
    #expect(result.total == 1570)
    #expect(result.keyFrameCount >= 1)
    #expect(result.byteCount > 0)
  }

  @Test(arguments: VideoContainer.allCases)
  func everyWrongTimeIsFound(container: VideoContainer) throws {
    let video = try Self.video(container)
    #expect(throws: ReadBackError.self) { _ = try Self.check(video, durations: [40, 31, 1499]) }
    #expect(throws: ReadBackError.self) { _ = try Self.check(video, durations: [40, 30, 1501]) }
    #expect(throws: ReadBackError.self) { _ = try Self.check(video, durations: [40, 30]) }
    #expect(throws: ReadBackError.self) { _ = try Self.check(video, durations: [40, 30, 1500, 1]) }
  }

  @Test func aWrongHeaderIsFoundAndNamed() throws {
    let video = try Self.video(.mp4)
    #expect(
      throws: ReadBackError.differs(what: "the codec", expected: "hevc", found: "h264")
    ) { _ = try Self.check(video, durations: [40, 30, 1500], codec: .hevc) }
    #expect(
      throws: ReadBackError.differs(what: "the size", expected: "64x66", found: "64x64")
    ) {
      _ = try Self.check(
        video, durations: [40, 30, 1500], size: PixelSize(width: 64, height: 66))
    }
    #expect(throws: ReadBackError.self) {
      _ = try Self.check(video, durations: [40, 30, 1500], matrix: .bt601)
    }
  }

  @Test(arguments: VideoContainer.allCases)
  func aCutFileIsFound(container: VideoContainer) throws {
    let video = try Self.video(container)
    let bytes = try video.bytes
    for part in [0, bytes.count / 3, bytes.count - 40] {
      try Data(bytes[..<part]).write(to: URL(fileURLWithPath: video.path))
      let error = #expect(throws: ReadBackError.self) {
        _ = try Self.check(video, durations: [40, 30, 1500])
      }
      #expect(error?.kind.exitCode == 70)
    }
  }
}
