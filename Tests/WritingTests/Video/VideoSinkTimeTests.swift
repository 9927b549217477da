import AnimTiming
import TestSupport
import Testing

@testable import Raster
@testable import Writing

/// The times in written files, read without the code that wrote them.
@Suite struct VideoSinkTimeTests {
  static let durations: [Int64] = [70, 3, 10, 7, 150]

  @Test(arguments: [
    (VideoContainer.mp4, VideoCodec.h264), (.mp4, .hevc), (.mp4, .av1), (.mov, .prores),
    (.mov, .h264),
  ])
  func everyTimeInMP4IsExactIncludingTheLastFrame(
    container: VideoContainer, codec: VideoCodec
  ) throws {
    var options = VideoOptions()
    options.codec = codec
    if codec.supportsBFrames { options.bFrames = 3 }
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 96, height: 66), count: 5),
      durations: Self.durations, timebase: .centiseconds, container: container, options: options)

    let boxes = MovieBoxes(try video.bytes)
    let inOrder = boxes.shown.sorted { $0.start < $1.start }
    #expect(inOrder.map(\.start) == [0, 7000, 7300, 8300, 9000])
    #expect(inOrder.map(\.duration) == Self.durations.map { $0 * 100 })
    #expect(boxes.media == MovieBoxes.Header(timescale: 10_000, duration: 24_000))
    #expect(boxes.movie == MovieBoxes.Header(timescale: 10_000, duration: 24_000))
    // The largest number of frames decoded before a frame that is shown earlier: frames 3 and 2,
    // before 1. Frame 4 lasts so long that it is stored after all others.
    let lead: Int64 = codec == .h264 || codec == .hevc ? 1700 : 0
    #expect(boxes.edits == [MovieBoxes.Edit(duration: 24_000, mediaTime: lead)])
    #expect(boxes.compositionOffsets.first ?? 0 == lead)
    #expect(boxes.compositionOffsets.allSatisfy { $0 >= 0 })
    let index = try #require(boxes.order.firstIndex(of: "moov"))
    let data = try #require(boxes.order.firstIndex(of: "mdat"))
    #expect(index < data)

    let probe = try FFprobe.read(video.path)
    #expect(probe.packets.map(\.pts).sorted() == [0, 7000, 7300, 8300, 9000])
    #expect(probe.streams[0].time_base == "1/10000")
    #expect(probe.format.duration == "2.400000")
    #expect((probe.streams[0].has_b_frames ?? 0 > 0) == (lead > 0))
    #expect(video.readBack.total == 240)
    #expect(video.readBack.frameCount == 5)
  }

  @Test(arguments: [VideoCodec.vp9, .av1, .vp8])
  func everyTimeInWebMIsExactInMilliseconds(codec: VideoCodec) throws {
    var options = VideoOptions()
    options.codec = codec
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 96, height: 66), count: 5),
      durations: [700, 33, 100, 67, 1500], timebase: .milliseconds, container: .webm,
      options: options)
    let probe = try FFprobe.read(video.path)
    #expect(probe.packets.map(\.pts) == [0, 700, 733, 833, 900])
    #expect(probe.format.duration == "2.400000")
    #expect(probe.streams[0].codec_name == codec.rawValue)
  }

  @Test func unitsWithANumeratorStayExact() throws {
    // 50/7 frames per second, as in a walk cycle of 140 ms per frame.
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 6),
      durations: [1, 1, 1, 1, 1, 1], timebase: Timebase(7, 50), container: .mp4)
    let boxes = MovieBoxes(try video.bytes)
    #expect(boxes.sampleDurations == Array(repeating: 1400, count: 6))
    #expect(boxes.media == MovieBoxes.Header(timescale: 10_000, duration: 8400))
    #expect(try FFprobe.read(video.path).format.duration == "0.840000")
  }

  @Test(
    arguments: [
      (1, 10_000), (2, 10_000), (7, 10_003), (30, 10_020), (50, 10_000), (1000, 10_000),
      (9999, 19_998), (10_000, 10_000), (90_000, 90_000),
    ] as [(Int64, UInt64)])
  func theTimeScaleIsAWholeMultipleOfTheUnitAndAtLeastTenThousand(
    unit: Int64, scale: UInt64
  ) throws {
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 3),
      durations: [1, 3, 2], timebase: Timebase(1, unit), container: .mp4, plays: 2)
    let boxes = MovieBoxes(try video.bytes)
    let tick = scale / UInt64(unit)
    let total = MovieBoxes.Header(timescale: scale, duration: 12 * tick)
    #expect(boxes.media == total)
    #expect(boxes.movie == total)
    #expect(boxes.edits.map(\.duration) == [12 * tick])
    let shown = boxes.shown.sorted { $0.start < $1.start }
    #expect(shown.map(\.start) == [0, 1, 4, 6, 7, 10].map { $0 * Int64(tick) })
    #expect(shown.map(\.duration) == [1, 3, 2, 1, 3, 2].map { $0 * Int64(tick) })
  }

  @Test func aFrameOfDaysKeepsItsExactTimeInACoarserScale() throws {
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 2),
      durations: [1, 1_000_000], timebase: Timebase(1, 1), container: .mp4)
    let boxes = MovieBoxes(try video.bytes)
    #expect(boxes.media == MovieBoxes.Header(timescale: 2147, duration: 1_000_001 * 2147))
    #expect(boxes.sampleDurations == [2147, 1_000_000 * 2147])
  }

  @Test(arguments: VideoContainer.allCases)
  func oneFrameLastsAsLongAsItShould(container: VideoContainer) throws {
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 1),
      durations: [1500], timebase: .milliseconds, container: container)
    #expect(try FFprobe.read(video.path).format.duration == "1.500000")
    if container != .webm {
      #expect(MovieBoxes(try video.bytes).sampleDurations == [15_000])
    }
  }

  @Test(arguments: [
    (VideoContainer.mp4, VideoCodec.h264), (.mp4, .hevc), (.mp4, .av1), (.webm, .vp9),
    (.webm, .vp8), (.mov, .prores),
  ])
  func repeatedPlaysHaveTheSamePicturesAtLaterTimes(
    container: VideoContainer, codec: VideoCodec
  ) throws {
    var options = VideoOptions()
    options.codec = codec
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 96, height: 66), count: 3)
    let video = try WrittenVideo(
      frames, durations: [30, 20, 150], timebase: .milliseconds, container: container,
      options: options, plays: 3)
    let probe = try FFprobe.read(video.path)
    let tick: Int64 = container == .webm ? 1 : 10
    #expect(
      probe.packets.map(\.pts).sorted()
        == [0, 30, 50, 200, 230, 250, 400, 430, 450].map { $0 * tick })
    #expect(probe.format.duration == "0.600000")
    #expect(video.readBack.frameCount == 9)

    let pixels = try FFprobe.decode(video.path, pixelFormat: "rgb24")
    let play = pixels.count / 3
    #expect(play == 3 * 96 * 66 * 3)
    #expect(pixels[..<play].elementsEqual(pixels[play..<2 * play]))
    #expect(pixels[..<play].elementsEqual(pixels[(2 * play)...]))
  }

  @Test func playsOfOneFrameInH264AreEncodedAgain() throws {
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 1)
    let video = try WrittenVideo(
      frames, durations: [100], timebase: .milliseconds, container: .mp4, plays: 4)
    let probe = try FFprobe.read(video.path)
    #expect(probe.packets.map(\.pts).sorted() == [0, 1000, 2000, 3000])
    #expect(probe.packets.map { $0.flags.first == "K" } == [true, false, false, false])
  }

  /// The last frame of a play is not a key frame even if one is due, because two key frames would
  /// be consecutive.
  @Test(arguments: [249, 250, 251, 252, 501])
  func noPlayOfH264EndsWithAKeyFrame(count: Int) throws {
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: count),
      durations: [Int64](repeating: 40, count: count), timebase: .milliseconds, container: .mp4,
      plays: 2)
    let keys = try FFprobe.read(video.path).packets.sorted { $0.pts < $1.pts }
      .map { $0.flags.first == "K" }
    #expect(keys.count == 2 * count && keys[0] && keys[count])
    #expect(!keys[count - 1] && !keys[2 * count - 1])
    #expect(keys[..<count].elementsEqual(keys[count...]))
  }

  @Test func aCallerMayGiveEveryPlayItself() throws {
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 2)
    let video = try WrittenVideo(
      frames, durations: [100, 50], timebase: .milliseconds, container: .mp4, plays: 2,
      feedsEveryPlay: true)
    #expect(try FFprobe.read(video.path).packets.map(\.pts).sorted() == [0, 1000, 1500, 2500])
  }
}
