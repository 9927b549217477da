import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Stages
@testable import Writing

/// The pictures in written files, as other decoders show them.
@Suite struct VideoSinkPictureTests {
  static func options(
    _ codec: VideoCodec, crf: Int? = nil, lossless: Bool = false, chroma: VideoOptions.Chroma? = nil
  ) -> VideoOptions {
    var options = VideoOptions()
    options.codec = codec
    options.crf = crf.map(Double.init)
    options.isLossless = lossless
    options.chroma = chroma
    return options
  }

  static func decode(
    _ video: WrittenVideo, as format: String, decoder: String? = nil
  ) throws -> [UInt8] {
    try FFprobe.decode(video.path, pixelFormat: format, decoder: decoder)
  }

  @Test(arguments: [
    (VideoContainer.mp4, VideoCodec.h264, "gbrp"), (.mp4, .hevc, "gbrp"), (.mp4, .av1, "gbrp"),
    (.webm, .vp9, "gbrp"), (.webm, .av1, "gbrp"),
  ])
  func losslessMeansEveryRGBValue(
    container: VideoContainer, codec: VideoCodec, format: String
  ) throws {
    let size = PixelSize(width: 67, height: 65)
    let frames = (0..<3).map { index in
      CanvasFrame(
        index: index, pixels: DrawnFrames.noise(size: size, seed: UInt64(index), opaque: true),
        changed: PixelRect(size))
    }
    let video = try WrittenVideo(
      frames, durations: [100, 100, 100], timebase: .milliseconds, container: container,
      options: Self.options(codec, lossless: true))
    #expect(video.encoding.codedSize == size)
    let probe = try FFprobe.read(video.path)
    #expect(probe.streams[0].color_space == "gbr")
    #expect(probe.streams[0].color_range == "pc")
    let decoded = try Self.decode(video, as: "rgb24")
    var expected: [UInt8] = []
    for frame in frames {
      frame.pixels.withBytes { bytes in
        for pixel in 0..<size.area { expected += bytes[pixel * 4..<pixel * 4 + 3] }
      }
    }
    #expect(decoded.elementsEqual(expected))
  }

  @Test(arguments: [
    (VideoContainer.webm, VideoCodec.vp9, "libvpx-vp9"), (.webm, .vp8, "libvpx"),
  ])
  func alphaComesBackFromTheDecoderThatKnowsIt(
    container: VideoContainer, codec: VideoCodec, decoder: String
  ) throws {
    let size = PixelSize(width: 81, height: 63)
    let frames = DrawnFrames.fadingDisc(size: size, count: 4)
    let video = try WrittenVideo(
      frames, durations: [40, 40, 40, 1500], timebase: .milliseconds, container: container,
      options: Self.options(codec, crf: 6), keepsAlpha: true)
    let probe = try FFprobe.read(video.path)
    #expect(probe.streams[0].tags?["alpha_mode"] == "1")
    #expect(probe.format.duration == "1.620000")
    #expect(video.encoding.codedSize == size)

    let decoded = try Self.decode(video, as: "yuva420p", decoder: decoder)
    let chroma = 2 * ((size.width + 1) / 2) * ((size.height + 1) / 2)
    let frameBytes = 2 * size.area + chroma
    #expect(decoded.count == 4 * frameBytes)
    for (index, frame) in frames.enumerated() {
      var sum = 0
      frame.pixels.withBytes { bytes in
        for pixel in 0..<size.area {
          let found = decoded[index * frameBytes + size.area + chroma + pixel]
          sum += abs(Int(found) - Int(bytes[pixel * 4 + 3]))
        }
      }
      #expect(Double(sum) / Double(size.area) < 2, "frame \(index)")
    }
  }

  @Test func alphaOfProResComesBack() throws {
    let size = PixelSize(width: 81, height: 63)
    let frames = DrawnFrames.fadingDisc(size: size, count: 2)
    let video = try WrittenVideo(
      frames, durations: [40, 1500], timebase: .milliseconds, container: .mov, keepsAlpha: true)
    let probe = try FFprobe.read(video.path)
    #expect(probe.streams[0].codec_name == "prores")
    #expect(probe.streams[0].profile == "4444")
    let decoded = try Self.decode(video, as: "rgba")
    #expect(decoded.count == 2 * size.area * 4)
    var worst = 0
    frames[0].pixels.withBytes { bytes in
      for pixel in 0..<size.area {
        worst = max(worst, abs(Int(decoded[pixel * 4 + 3]) - Int(bytes[pixel * 4 + 3])))
      }
    }
    #expect(worst <= 1)
  }

  @Test func alphaThatIsOpaqueEverywhereIsFoundWhenItWasPromised() throws {
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 2)
    #expect(throws: ReadBackError.alphaLost) {
      _ = try WrittenVideo(
        frames, durations: [40, 40], timebase: .milliseconds, container: .webm, keepsAlpha: true)
    }
    _ = try WrittenVideo(
      frames, durations: [40, 40], timebase: .milliseconds, container: .webm, keepsAlpha: true,
      expectsTransparency: false)
  }

  @Test(arguments: [
    (VideoContainer.mp4, VideoCodec.h264, 1, 1), (.mp4, .h264, 33, 17), (.mp4, .h264, 2, 999),
    (.mp4, .av1, 1, 1), (.mp4, .av1, 65, 67), (.mp4, .hevc, 65, 67), (.webm, .vp9, 1, 1),
    (.webm, .vp9, 33, 17), (.webm, .vp8, 1, 1), (.webm, .vp8, 33, 17), (.mov, .prores, 1, 1),
    (.mov, .prores, 33, 17),
  ])
  func everySizeIsWrittenWithItsEdgeRepeatedWhereSidesMustBeEven(
    container: VideoContainer, codec: VideoCodec, width: Int, height: Int
  ) throws {
    let size = PixelSize(width: width, height: height)
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: size, count: 3), durations: [40, 20, 1500],
      timebase: .milliseconds, container: container,
      options: Self.options(codec, crf: codec == .prores ? nil : 4))
    let coded = video.encoding.codedSize
    let pads = [VideoCodec.h264, .hevc].contains(codec) || video.encoding.encoder == "libsvtav1"
    #expect(
      coded
        == (pads
          ? PixelSize(width: (width + 1) & ~1, height: (height + 1) & ~1) : size))
    let probe = try FFprobe.read(video.path)
    #expect(probe.streams[0].width == coded.width && probe.streams[0].height == coded.height)
    let luma = try Self.decode(video, as: "gray")
    #expect(luma.count == 3 * coded.area)
    if coded.width > width {
      let row = luma[(coded.width * (height / 2))...].prefix(coded.width)
      #expect(abs(Int(row[row.startIndex + width]) - Int(row[row.startIndex + width - 1])) <= 12)
    }
  }

  @Test func fullChromaIsWrittenOnRequest() throws {
    for (container, codec) in [(VideoContainer.mp4, VideoCodec.h264), (.webm, .vp9), (.mp4, .av1)] {
      let video = try WrittenVideo(
        DrawnFrames.movingSquare(size: PixelSize(width: 65, height: 67), count: 2),
        durations: [40, 40], timebase: .milliseconds, container: container,
        options: Self.options(codec, chroma: .yuv444))
      #expect(try FFprobe.read(video.path).streams[0].pix_fmt == "yuv444p")
      #expect(video.encoding.codedSize == PixelSize(width: 65, height: 67))
    }
  }

  @Test(arguments: [
    (VideoContainer.mp4, VideoCodec.h264), (.mp4, .hevc), (.mp4, .av1), (.webm, .vp9),
    (.webm, .vp8), (.mov, .prores),
  ])
  func theSameFramesGiveTheSameBytes(container: VideoContainer, codec: VideoCodec) throws {
    // Large enough for several threads.
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 656, height: 480), count: 6)
    func write() throws -> [UInt8] {
      try WrittenVideo(
        frames, durations: [40, 40, 10, 10, 10, 900], timebase: .milliseconds,
        container: container, options: Self.options(codec)
      ).bytes
    }
    let first = try write()
    #expect(try write() == first)
  }

  @Test(arguments: [
    (VideoContainer.mp4, VideoCodec.h264), (.mp4, .hevc), (.mp4, .av1), (.webm, .vp9),
    (.webm, .av1),
  ])
  func allFourColorTagsAreThere(container: VideoContainer, codec: VideoCodec) throws {
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 2),
      durations: [40, 40], timebase: .milliseconds, container: container,
      options: Self.options(codec))
    let stream = try FFprobe.read(video.path).streams[0]
    #expect(stream.color_range == "tv")
    #expect(stream.color_space == "bt709")
    #expect(stream.color_transfer == "bt709")
    #expect(stream.color_primaries == "bt709")
    if codec == .h264 || codec == .hevc { #expect(stream.chroma_location == "center") }
    if codec == .hevc { #expect(MovieBoxes(try video.bytes).sampleEntry == "hvc1") }
    if codec == .h264 {
      #expect(MovieBoxes(try video.bytes).sampleEntry == "avc1")
      #expect(stream.profile == "High")
      #expect(try #require(stream.level) <= 10)
    }
  }

  @Test func aFullDeviceIsReportedAsTheSystemDoes() throws {
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 2)
    let timing = VideoTiming(
      timeline: try AnimationTimeline(durations: [5, 5], timebase: .centiseconds))
    let encoding = try VideoEncoding.resolve(
      container: .mp4, options: VideoOptions(), size: frames[0].pixels.size, keepsAlpha: false,
      timing: timing)
    let error = #expect(throws: WritingError.self) {
      let sink = try VideoSink(path: "/dev/full", encoding: encoding, timing: timing)
      for (index, frame) in frames.enumerated() {
        try sink.write(TimedFrame(frame: frame, start: Int64(index) * 5, duration: 5))
      }
      try sink.finish()
    }
    guard case .system(_, let number) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(number == 28)
    #expect(error?.kind.exitCode == 74)
  }

  @Test func cancellingHalfWayLeavesNothingOpen() throws {
    let frames = DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 4)
    let timing = VideoTiming(
      timeline: try AnimationTimeline(
        durations: [5, 5, 5, 5, 5, 5, 5, 5], timebase: .centiseconds), plays: 2
    )
    let encoding = try VideoEncoding.resolve(
      container: .mp4, options: VideoOptions(), size: frames[0].pixels.size, keepsAlpha: false,
      timing: timing)
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("animconv-\(UUID().uuidString).mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sink = try VideoSink(path: FilePath(path), encoding: encoding, timing: timing)
    try sink.write(TimedFrame(frame: frames[0], start: 0, duration: 5))
    let targets = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
    #expect(targets.contains(path))
    sink.cancel()
    let left = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
    #expect(!left.contains { $0.hasPrefix(path) || $0.contains("\(path).packets") })
  }
}
