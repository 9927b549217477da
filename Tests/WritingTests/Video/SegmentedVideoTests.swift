import AnimTiming
import Stages
import TestSupport
import Testing
import Threads

@testable import Raster
@testable import Writing

/// Videos whose segments are encoded in parallel, read from the file's boxes and by ffprobe.
@Suite struct SegmentedVideoTests {
  static let codecs: [(VideoContainer, VideoCodec)] = [
    (.mp4, .h264), (.mp4, .hevc), (.mp4, .av1), (.webm, .vp9), (.mov, .h264),
  ]

  /// A moving square on segments of a few frames.
  private static func video(
    _ segments: VideoOptions.Segments?, container: VideoContainer, codec: VideoCodec,
    count: Int = 41, length: Int = 7, plays: Int = 1,
    change: (inout VideoOptions) -> Void = { _ in }
  ) throws -> WrittenVideo {
    var options = VideoOptions()
    options.codec = codec
    options.segments = segments
    options.segmentLength = length
    change(&options)
    return try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 96, height: 66), count: count),
      durations: (0..<count).map { 20 + Int64($0 % 4) * 30 }, timebase: .milliseconds,
      container: container, options: options, plays: plays)
  }

  @Test(arguments: codecs)
  func everyFrameShowsWhenItDoesWithOneEncoder(
    container: VideoContainer, codec: VideoCodec
  ) throws {
    let uncut = try Self.video(nil, container: container, codec: codec)
    let whole = try FFprobe.read(uncut.path)
    let cut = try Self.video(.atOnce(3), container: container, codec: codec)
    let probe = try FFprobe.read(cut.path)
    #expect(probe.packets.map(\.pts).sorted() == whole.packets.map(\.pts).sorted())
    #expect(probe.format.duration == whole.format.duration)
    #expect(cut.readBack.frameCount == 41)
    if container != .webm {
      let boxes = MovieBoxes(try cut.bytes)
      var start: Int64 = 0
      for (index, shown) in boxes.shown.sorted(by: { $0.start < $1.start }).enumerated() {
        let duration = 20 + Int64(index % 4) * 30
        let tick = Int64(try #require(boxes.media).timescale) / 1000
        #expect(shown.start == start * tick && shown.duration == duration * tick)
        start += duration
      }
    }
  }

  @Test(arguments: codecs)
  func everySegmentBeginsWithAKeyFrame(container: VideoContainer, codec: VideoCodec) throws {
    let video = try Self.video(.atOnce(2), container: container, codec: codec)
    let probe = try FFprobe.read(video.path)
    // In stored order, in which no frame crosses a segment's boundary.
    let keys = Set(probe.packets.indices.filter { probe.packets[$0].flags.hasPrefix("K") })
    #expect(keys.isSuperset(of: [0, 7, 14, 21, 28, 35]))
    let times = probe.packets.map(\.pts)
    for first in stride(from: 0, to: 41, by: 7) {
      let segment = times[first..<min(first + 7, 41)]
      #expect(segment.max()! < times[min(first + 7, 41)...].min() ?? .max)
    }
    // H.264 has no two consecutive key frames.
    if codec == .h264 { #expect(keys.allSatisfy { !keys.contains($0 + 1) }) }
  }

  @Test(arguments: codecs)
  func theBytesDoNotDependOnHowManyAreEncodedAtOnce(
    container: VideoContainer, codec: VideoCodec
  ) throws {
    let one = try Self.video(.atOnce(1), container: container, codec: codec).bytes
    for segments in [VideoOptions.Segments.atOnce(2), .atOnce(5), .atOnce(64), .auto] {
      #expect(try Self.video(segments, container: container, codec: codec).bytes == one)
    }
    #expect(try Self.video(nil, container: container, codec: codec).bytes != one)
  }

  @Test(arguments: codecs)
  func picturesAreThoseOfOneEncoderButForItsNoise(
    container: VideoContainer, codec: VideoCodec
  ) throws {
    // Precise enough to show the square's exact position.
    let video = try Self.video(.atOnce(3), container: container, codec: codec) { $0.crf = 4 }
    let whole = try Self.video(nil, container: container, codec: codec) { $0.crf = 4 }
    let pixels = try FFprobe.decode(video.path, pixelFormat: "rgb24")
    let expected = try FFprobe.decode(whole.path, pixelFormat: "rgb24")
    #expect(pixels.count == 41 * 96 * 66 * 3 && pixels.count == expected.count)
    func difference(_ frame: Int, _ other: Int) -> Double {
      let size = 96 * 66 * 3
      let sum = (0..<size).reduce(0) {
        $0 + abs(Int(pixels[frame * size + $1]) - Int(expected[other * size + $1]))
      }
      return Double(sum) / Double(size)
    }
    for frame in 0..<41 {
      // The square has moved in every other frame.
      let near = max(0, frame - 2)...min(40, frame + 2)
      let nearest = near.min { difference(frame, $0) < difference(frame, $1) }
      #expect(nearest == frame)
      #expect(difference(frame, frame) < 3, "frame \(frame)")
    }
  }

  /// Packets that are larger than the free space make encoders wait, but none waits forever.
  @Test(arguments: [2, 4, 16])
  func largePacketsAreBoundedAndTheSameBytes(atOnce: Int) throws {
    let size = PixelSize(width: 96, height: 66)
    let frames = (0..<60).map { index in
      CanvasFrame(
        index: index, pixels: DrawnFrames.noise(size: size, seed: UInt64(index), opaque: true),
        changed: PixelRect(size))
    }
    func video(_ segments: Int) throws -> [UInt8] {
      var options = VideoOptions()
      options.isLossless = true
      options.segments = .atOnce(segments)
      options.segmentLength = 7
      return try WrittenVideo(
        frames, durations: [Int64](repeating: 40, count: 60), timebase: .milliseconds,
        container: .mp4, options: options
      ).bytes
    }
    // More than an eighth of its picture's size.
    let one = try video(1)
    #expect(one.count > 60 * VideoSegments.bytes(of: size, .yuv420(alpha: false)) / 4)
    #expect(try video(atOnce) == one)
  }

  @Test(arguments: [(22, [0, 7, 14]), (21, [0, 7, 14]), (23, [0, 7, 14, 21]), (8, [0])])
  func noSegmentHasOneFrame(count: Int, starts: [Int]) throws {
    let video = try Self.video(.atOnce(2), container: .mp4, codec: .h264, count: count)
    let probe = try FFprobe.read(video.path)
    #expect(probe.packets.count == count)
    #expect(probe.packets.indices.filter { probe.packets[$0].flags.hasPrefix("K") } == starts)
  }

  @Test(arguments: [VideoCodec.h264, .vp9])
  func repeatedPlaysDecodeToTheSamePictures(codec: VideoCodec) throws {
    let video = try Self.video(
      .atOnce(2), container: codec == .h264 ? .mp4 : .webm, codec: codec, count: 17, plays: 3)
    let pixels = try FFprobe.decode(video.path, pixelFormat: "rgb24")
    let play = pixels.count / 3
    #expect(play == 17 * 96 * 66 * 3)
    #expect(pixels[..<play].elementsEqual(pixels[play..<2 * play]))
    #expect(pixels[..<play].elementsEqual(pixels[(2 * play)...]))
  }

  @Test func aShortVideoIsThatOfOneEncoder() throws {
    let cut = try Self.video(.auto, container: .mp4, codec: .h264, count: 7)
    #expect(try cut.bytes == Self.video(nil, container: .mp4, codec: .h264, count: 7).bytes)
  }

  @Test(arguments: ["prores", "vp8", "bitrate", "none", "many"])
  func whereItDoesNotApplyItIsRefusedWithARemedy(what: String) throws {
    let error = #expect(throws: WritingError.self) {
      _ = try Self.video(
        .auto, container: what == "prores" ? .mov : what == "vp8" ? .webm : .mp4, codec: .h264
      ) { options in
        switch what {
        case "prores": options.codec = .prores
        case "vp8": options.codec = .vp8
        case "bitrate": options.bitrate = 100_000
        case "none": options.segments = .atOnce(0)
        default: options.segments = .atOnce(65)
        }
      }
    }
    guard case .unsupported(let detail, let remedy) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let isOfRange = what == "none" || what == "many"
    #expect(
      "\(detail)".contains(isOfRange ? "1 to 64" : what == "bitrate" ? "bitrate" : "segments"))
    #expect(isOfRange || remedy.map { "\($0)".contains("segments") } == true)
  }

  @Test func itIsRefusedBesideAlpha() throws {
    let timing = VideoTiming(
      timeline: try AnimationTimeline(durations: [10, 10, 10], timebase: .milliseconds))
    var options = VideoOptions()
    options.segments = .auto
    #expect(throws: WritingError.self) {
      try VideoEncoding.resolve(
        container: .webm, options: options, size: PixelSize(width: 64, height: 64),
        keepsAlpha: true, timing: timing)
    }
  }

  /// With less memory, fewer segments are encoded at once, and the bytes stay the same.
  @Test func memoryBoundsHowManyAreEncodedAtOnce() throws {
    let timing = VideoTiming(
      timeline: try AnimationTimeline(
        durations: [Int64](repeating: 40, count: 5000), timebase: .milliseconds))
    var options = VideoOptions()
    options.segments = .atOnce(64)
    func encoding(_ memory: Int) throws -> VideoEncoding {
      options.maxMemory = memory
      return try VideoEncoding.resolve(
        container: .webm, options: options, size: PixelSize(width: 640, height: 360),
        keepsAlpha: false, timing: timing)
    }
    let counts = try [128, 512, 1024, 4096].map { mebibytes in
      let encoding = try encoding(mebibytes << 20)
      let segments = try #require(encoding.segments)
      #expect(encoding.encoderBytes == segments.bytes)
      #expect(segments.atOnce == 1 || segments.bytes <= mebibytes << 20)
      return segments.atOnce
    }
    #expect(counts[0] == 1 && counts == counts.sorted() && counts[2] > 3 && counts[3] > counts[2])
  }

  /// Cancelled while pictures wait and encoders work: the call returns after all of its threads
  /// have ended.
  @Test(arguments: [1, 5, 20, 40])
  func cancellingEndsTheEncoders(after count: Int) throws {
    try TemporaryFolder.with { folder in
      let size = PixelSize(width: 96, height: 66)
      let frames = DrawnFrames.movingSquare(size: size, count: 41)
      let timing = VideoTiming(
        timeline: try AnimationTimeline(
          durations: [Int64](repeating: 40, count: 41), timebase: .milliseconds))
      var options = VideoOptions()
      options.segments = .atOnce(3)
      options.segmentLength = 7
      let flag = CancellationFlag()
      try CancellationFlag.$betweenFrames.withValue(flag) {
        let sink = try VideoSink(
          path: folder.appending("o.webm"),
          encoding: try VideoEncoding.resolve(
            container: .webm, options: options, size: size, keepsAlpha: false, timing: timing),
          timing: timing)
        for (index, frame) in frames.prefix(count).enumerated() {
          try sink.write(TimedFrame(frame: frame, start: Int64(index) * 40, duration: 40))
        }
        flag.set()
        #expect(throws: CancellationError.self) {
          try sink.write(
            TimedFrame(frame: frames[count], start: Int64(count) * 40, duration: 40))
        }
        sink.cancel()
      }
    }
  }
}
