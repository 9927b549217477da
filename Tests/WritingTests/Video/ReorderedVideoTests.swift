import AnimTiming
import TestSupport
import Testing

@testable import Raster
@testable import Writing

/// Videos whose frames are stored in an order other than display order, read from the file's boxes
/// and by ffprobe.
@Suite struct ReorderedVideoTests {
  /// A timeline of a few frames in any unit, from single ticks to long pauses.
  private static func durations(_ generator: inout SeededGenerator) -> [Int64] {
    let count = Int.random(in: 1...14, using: &generator)
    let most: Int64 = [1, 9, 400].randomElement(using: &generator)!
    return (0..<count).map { _ in
      Int.random(in: 0..<8, using: &generator) == 0
        ? Int64.random(in: 1...20_000, using: &generator)
        : Int64.random(in: 1...most, using: &generator)
    }
  }

  private static let units: [Timebase] = [
    .milliseconds, .centiseconds, Timebase(1, 30), Timebase(1001, 30_000), Timebase(7, 50),
    Timebase(1, 90_000), Timebase(1, 24),
  ]

  @Test(arguments: 0..<20)
  func everyFrameOfRandomTimelinesShowsAtItsTime(part: Int) throws {
    var generator = SeededGenerator(seed: UInt64(part + 1))
    let size = PixelSize(width: 32, height: 32)
    for round in 0..<50 {
      let durations = Self.durations(&generator)
      let unit = Self.units.randomElement(using: &generator)!
      let plays = [1, 1, 2, 3].randomElement(using: &generator)!
      var options = VideoOptions()
      options.bFrames = [nil, 3, 1, 2, 7, 16].randomElement(using: &generator)!
      let container: VideoContainer = round % 2 == 0 ? .mp4 : .mov
      options.codec = .h264
      let frames = DrawnFrames.movingSquare(size: size, count: durations.count)
      let video = try WrittenVideo(
        frames, durations: durations, timebase: unit, container: container, options: options,
        plays: plays)
      try Self.expectExact(
        video, durations: Array(repeating: durations, count: plays).flatMap(\.self), unit: unit,
        probes: round < 5)
    }
  }

  @Test(arguments: 0..<6)
  func everyFrameOfHEVCShowsAtItsTime(part: Int) throws {
    var generator = SeededGenerator(seed: UInt64(part + 100))
    let durations = Self.durations(&generator) + Self.durations(&generator)
    var options = VideoOptions()
    options.codec = .hevc
    options.bFrames = 3
    let frames = DrawnFrames.movingSquare(
      size: PixelSize(width: 64, height: 64), count: durations.count)
    let video = try WrittenVideo(
      frames, durations: durations, timebase: .milliseconds, container: part % 2 == 0 ? .mp4 : .mov,
      options: options, plays: part % 3 + 1)
    try Self.expectExact(
      video, durations: Array(repeating: durations, count: part % 3 + 1).flatMap(\.self),
      unit: .milliseconds, probes: true)
  }

  @Test(arguments: [VideoCodec.h264, .hevc])
  func repeatedPlaysWithBFramesDecodeToTheSamePictures(codec: VideoCodec) throws {
    var options = VideoOptions()
    options.codec = codec
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 96, height: 66), count: 17)
    let video = try WrittenVideo(
      frames, durations: (0..<17).map { 10 + $0 % 3 * 20 }, timebase: .milliseconds,
      container: .mp4, options: options, plays: 3)
    let offsets = MovieBoxes(try video.bytes).compositionOffsets
    #expect(Set(offsets).count > 1, "no frame is stored out of order")
    let pixels = try FFprobe.decode(video.path, pixelFormat: "rgb24")
    let play = pixels.count / 3
    #expect(play == 17 * 96 * 66 * 3)
    #expect(pixels[..<play].elementsEqual(pixels[play..<2 * play]))
    #expect(pixels[..<play].elementsEqual(pixels[(2 * play)...]))
  }

  /// If a frame after a long pause would have to be decoded long before it is shown, the frames
  /// between keep display order.
  @Test(arguments: [VideoCodec.h264, .hevc], [1, 3])
  func framesBetweenPausesAreReordered(codec: VideoCodec, plays: Int) throws {
    var options = VideoOptions()
    options.codec = codec
    let durations = (0..<36).map { $0 % 7 == 5 ? 1500 : $0 % 7 == 6 ? 501 : 40 } as [Int64]
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 36)
    let video = try WrittenVideo(
      frames, durations: durations, timebase: .milliseconds, container: .mp4, options: options,
      plays: plays)
    try Self.expectExact(
      video, durations: Array(repeating: durations, count: plays).flatMap(\.self),
      unit: .milliseconds, probes: true)
    let boxes = MovieBoxes(try video.bytes)
    let media = try #require(boxes.media)
    #expect(Set(boxes.compositionOffsets).count > 1, "no frame is stored out of order")
    #expect(boxes.edits.first?.mediaTime == Int64(media.timescale) * 8 / 100)
  }

  @Test func withoutBFramesFramesAreStoredInTheirOrder() throws {
    var options = VideoOptions()
    options.bFrames = 0
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 12)
    let video = try WrittenVideo(
      frames, durations: (1...12).map { $0 }, timebase: .centiseconds, container: .mp4,
      options: options)
    let boxes = MovieBoxes(try video.bytes)
    #expect(boxes.compositionOffsets.isEmpty)
    #expect(boxes.sampleDurations == (1...12).map { $0 * 100 })
    #expect(boxes.edits == [MovieBoxes.Edit(duration: 7800, mediaTime: 0)])
  }

  private static func expectExact(
    _ video: WrittenVideo, durations: [Int64], unit: Timebase, probes: Bool
  ) throws {
    let boxes = MovieBoxes(try video.bytes)
    let media = try #require(boxes.media)
    // A whole number of ticks, so exact.
    let (tick, rest) = (unit.numerator * Int64(media.timescale))
      .quotientAndRemainder(dividingBy: unit.denominator)
    #expect(rest == 0)
    let starts = durations.indices.map { durations[..<$0].reduce(0, +) * tick }
    let total = durations.reduce(0, +) * tick
    let shown = boxes.shown.sorted { $0.start < $1.start }
    #expect(shown.map(\.start) == starts, "\(durations) x \(unit)")
    #expect(shown.map(\.duration) == durations.map { $0 * tick }, "\(durations) x \(unit)")
    #expect(boxes.compositionOffsets.allSatisfy { $0 >= 0 })
    #expect(media.duration == UInt64(total))
    #expect(boxes.movie == media)
    #expect(boxes.edits.count == 1)
    #expect(boxes.edits.first?.duration == UInt64(total))
    guard probes else { return }
    let probe = try FFprobe.read(video.path)
    #expect(probe.packets.map(\.pts).sorted() == starts)
    let seconds = try #require(Double(probe.format.duration))
    #expect(abs(seconds - Double(total) / Double(media.timescale)) < 0.000_001)
  }
}
