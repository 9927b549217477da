import AnimTiming
import Foundation
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Stages
@testable import Writing

/// An intentionally corrupted file is detected.
@Suite struct WrongVideoTests {
  /// Three frames of different durations, with alpha if the container supports it.
  private static func video(_ container: VideoContainer) throws -> WrittenVideo {
    try WrittenVideo(
      DrawnFrames.fadingDisc(size: PixelSize(width: 64, height: 64), count: 3),
      durations: [40, 30, 1500], timebase: .milliseconds, container: container,
      keepsAlpha: container != .mp4)
  }

  private static func check(_ video: WrittenVideo) throws {
    _ = try VideoReadBack.check(
      FilePath(video.path), encoding: video.encoding, timing: video.timing)
  }

  /// Checked only by animconv's own reader, without FFmpeg's.
  private static func compareStored(_ video: WrittenVideo) throws {
    try VideoReadBack.compare(
      try StoredTrack(of: FilePath(video.path), video.encoding.container),
      encoding: video.encoding, timeline: video.timing.timeline)
  }

  @Test(arguments: WrongVideo.all)
  func everyWrongnessIsFound(wrong: WrongVideo, container: VideoContainer) throws {
    let video = try Self.video(container)
    try Self.check(video)
    try Self.compareStored(video)

    let right = try video.bytes
    let bytes = wrong.applied(to: right, container)
    #expect(bytes != right)
    try Data(bytes).write(to: URL(fileURLWithPath: video.path))
    let error = #expect(throws: ReadBackError.self) { try Self.check(video) }
    #expect(error?.kind.exitCode == 70)
    if wrong == .allAlpha {
      #expect(error == .alphaLost)
    } else {
      #expect(throws: ReadBackError.self) { try Self.compareStored(video) }
    }
  }

  @Test func theReasonNamesThePlaceThatIsWrong() throws {
    let video = try Self.video(.mp4)
    let bytes = WrongVideo.trackDuration.applied(to: try video.bytes, .mp4)
    try Data(bytes).write(to: URL(fileURLWithPath: video.path))
    let error = #expect(throws: ReadBackError.self) { try Self.check(video) }
    #expect(error?.reason.description.contains("the duration in the track header (tkhd) ") == true)
  }

  @Test(arguments: VideoContainer.allCases)
  func noByteOfTheIndexMakesTheReadingCrash(container: VideoContainer) throws {
    let video = try Self.video(container)
    let bytes = try video.bytes
    // Every container is written with its index at the front.
    for position in 0..<min(bytes.count, 1000) {
      for value in [UInt8(0xFF), bytes[position] ^ 1] {
        var wrong = bytes
        wrong[position] = value
        try Data(wrong).write(to: URL(fileURLWithPath: video.path))
        _ = try? Self.compareStored(video)
        if container == .mp4 { _ = try? Self.check(video) }
      }
    }
  }
}
