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

  /// FFmpeg 8 writes the duration of a media header with time before the first frame is shown,
  /// earlier releases write it without.
  @Test func aMediaHeaderMayIncludeTheTimeBeforeTheFirstFrame() throws {
    var options = VideoOptions()
    options.codec = .hevc
    options.bFrames = 3
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 96, height: 66), count: 5),
      durations: [30, 40, 30, 50, 60], timebase: .milliseconds, container: .mp4, options: options)
    let boxes = MovieBoxes(try video.bytes)
    let lead = try #require(boxes.edits.first?.mediaTime)
    #expect(lead > 0)
    let total = try #require(boxes.movie).duration
    func store(mediaDuration: UInt64) throws {
      var bytes = try video.bytes
      let stored = try #require(MovieBoxes(bytes).media).duration
      bytes.raise("mdhd", by: Int32(Int64(mediaDuration) - Int64(stored)), at: 16)
      try Data(bytes).write(to: URL(fileURLWithPath: video.path))
    }
    for duration in [total, total + UInt64(lead) / 2, total + UInt64(lead)] {
      try store(mediaDuration: duration)
      try Self.compareStored(video)
      try Self.check(video)
    }
    for duration in [total - 1, total + UInt64(lead) + 1] {
      try store(mediaDuration: duration)
      #expect(throws: ReadBackError.self) { try Self.compareStored(video) }
    }
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
