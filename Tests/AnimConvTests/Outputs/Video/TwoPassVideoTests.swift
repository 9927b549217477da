import AnimTiming
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Threads

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// VP9 whose encoder sees all frames before it writes the first.
@Suite struct TwoPassVideoTests {
  /// Noise in few colours: three alternating pictures, each for some frames, with a moving square.
  private static func gif(frames count: Int, hold: Int = 6) -> [UInt8] {
    var generator = SeededGenerator(seed: 5)
    let pictures = (0..<3).map { _ in
      (0..<96 * 64).map { _ in UInt8.random(in: 0...3, using: &generator) }
    }
    var gif = GIFBuilder(96, 64)
    for index in 0..<count {
      var indices = pictures[index / hold % 3]
      for y in 20..<30 { for x in 0..<10 { indices[y * 96 + (x + index * 2) % 96] = 1 } }
      gif.frame(.init(w: 96, h: 64, indices: indices, delay: 3 + index % 4))
    }
    gif.end()
    return gif.bytes
  }

  private func convert(
    _ bytes: [UInt8], to path: FilePath, _ change: (inout Conversion) -> Void = { _ in },
    observer: @escaping @Sendable (Conversion.Progress) -> Void = { _ in },
    cancellation: CancellationFlag = CancellationFlag()
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .bytes(bytes, name: "a.gif"), output: .file(path))
    conversion.overwriting = .replace
    change(&conversion)
    return try ConversionJob(conversion, cancellation: cancellation, observer: observer).run()
  }

  @Test func passesAreAsManyAsHelp() throws {
    try TemporaryFolder.with { folder in
      func passes(
        _ frames: Int, _ change: (inout Conversion) -> Void = { _ in }
      ) throws -> String {
        let report = try convert(Self.gif(frames: frames), to: folder.appending("a.webm"), change)
        let encoding = report.plan.outputs[0].encoding
        return "\(encoding?.passes ?? 0) of preset \(encoding?.preset ?? "")"
      }
      let found = [
        try passes(12), try passes(11), try passes(12) { $0.video.segments = .atOnce(1) },
        try passes(12) { $0.video.encoderPreset = "5" },
        try passes(12) { $0.video.encoderPreset = "0" },
        try passes(12) { $0.video.bitrate = 200_000 }, try passes(12) { $0.video.codec = .vp8 },
      ]
      #expect(
        found == [
          "2 of preset 2", "1 of preset 1", "1 of preset 1", "1 of preset 5", "2 of preset 0",
          "1 of preset 1", "1 of preset 4",
        ])
      let clear = try [3, 4].map { frames in
        try passes(frames) {
          $0.shaping.scale = .size(PixelSize(width: 128, height: 64))
          $0.shaping.fit = .contain
        }
      }
      #expect(clear == ["1 of preset 1", "2 of preset 2"])
    }
  }

  /// Alpha stays exact in two passes, and moving shapes take fewer bytes than in one. Decoded by
  /// libvpx through FFmpeg.
  @Test func movingAlphaIsExactAndTakesFewerBytes() throws {
    var tests = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { tests.deleteLastPathComponent() }
    let orbit = tests.appendingPathComponent("Fixtures/orbit.gif").path
    let source = try openSource(.path(FilePath(orbit)))
    let size = source.info.size
    var pictures: [CanvasFrame] = []
    while let frame = try source.next() { pictures.append(frame) }
    let alpha = pictures.flatMap { frame in
      frame.pixels.withBytes { bytes in (0..<size.area).map { bytes[$0 * 4 + 3] } }
    }
    #expect(pictures.count == 24 && Set(alpha).count > 1)
    try TemporaryFolder.with { folder in
      var bytes: [Int64] = []
      for passes in [1, 2] {
        let timing = VideoTiming(
          timeline: try AnimationTimeline(
            durations: Array(repeating: 40, count: pictures.count), timebase: .milliseconds))
        let encoding = try VideoEncoding.resolve(
          container: .webm, options: VideoOptions(), size: size, keepsAlpha: true, timing: timing,
          canReadTwice: passes == 2)
        #expect(encoding.passes == passes)
        var statistics: FirstPass.Statistics?
        if passes == 2 {
          let first = try FirstPass(encoding)
          for picture in pictures { try first.see(picture) }
          statistics = try first.finish()
        }
        let path = folder.appending("\(passes).webm")
        let sink = try VideoSink(
          path: path, encoding: encoding, timing: timing, statistics: statistics)
        for (index, picture) in pictures.enumerated() {
          try sink.write(TimedFrame(frame: picture, start: Int64(index) * 40, duration: 40))
        }
        try sink.finish()
        let decoded = try Command.run(
          "ffmpeg", "-v", "error", "-c:v", "libvpx-vp9", "-i", path.string, "-vf",
          "format=yuva420p,alphaextract,format=gray", "-fps_mode", "passthrough", "-f", "rawvideo",
          "-")
        #expect(Array(decoded) == alpha, "\(passes)")
        bytes.append(Int64(try folder.bytes(of: "\(passes).webm").count))
      }
      #expect(bytes[1] < bytes[0], "\(bytes)")
    }
  }

  /// Frames and times are those of the input, in every play, with and without alpha: by ffprobe and
  /// FFmpeg's decoder.
  @Test(arguments: [false, true])
  func framesAndTimesAreThoseOfTheInput(isClear: Bool) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.webm")
      let count = 26
      let report = try convert(Self.gif(frames: count), to: path) {
        $0.video.crf = 12
        $0.video.chroma = .yuv420
        $0.timing.edits.loops = 2
        if isClear {
          $0.shaping.scale = .size(PixelSize(width: 128, height: 64))
          $0.shaping.fit = .contain
        }
      }
      #expect(report.plan.outputs[0].encoding?.passes == 2)
      #expect(report.plan.outputs[0].encoding?.hasAlpha == isClear)
      let packets = try FFprobe.read(path.string).packets.map(\.pts).sorted()
      var expected: [Int64] = []
      var time: Int64 = 0
      for index in 0..<2 * count {
        expected.append(time)
        time += Int64(3 + index % count % 4) * 10
      }
      #expect(packets == expected)
      func decoded(_ path: FilePath, _ options: [String], _ filter: String) throws -> [UInt8] {
        let data = try Command.run(
          ["ffmpeg", "-v", "error"] + options + ["-i", path.string, "-vf", filter]
            + ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"])
        return Array(data)
      }
      try folder.write(Self.gif(frames: count), to: "a.gif")
      let source = try decoded(folder.appending("a.gif"), [], "format=gray")
      let crop = isClear ? "crop=96:64:16:0,format=gray" : "format=gray"
      let made = try decoded(path, isClear ? ["-c:v", "libvpx-vp9"] : [], crop)
      let area = 96 * 64
      try #require(made.count == 2 * source.count && source.count == count * area)
      for frame in 0..<2 * count {
        let (from, to) = (frame % count * area, frame * area)
        let sum = (0..<area).reduce(0) {
          $0 + abs(Int(source[from + $1]) - Int(made[to + $1]))
        }
        // The other pictures differ by 50 on average.
        #expect(Double(sum) / Double(area) < 20, "frame \(frame)")
      }
    }
  }

  /// If a scene started with a key frame, it would be encoded again each time it comes back, which
  /// takes twice the bytes.
  @Test func picturesThatComeBackArePredicted() throws {
    try TemporaryFolder.with { folder in
      let bytes = Self.gif(frames: 60)
      let two = try convert(bytes, to: folder.appending("a.webm")) { $0.video.encoderPreset = "2" }
      // Segments are encoded in one pass.
      let one = try convert(bytes, to: folder.appending("b.webm")) {
        $0.video.encoderPreset = "2"
        $0.video.segments = .atOnce(1)
      }
      let (less, more) = (two.outputs[0].byteCount, one.outputs[0].byteCount)
      func likeness(_ name: String) throws -> Double {
        let list = folder.appending("\(name).txt")
        _ = try Command.run(
          "ffmpeg", "-v", "error", "-i", folder.appending(name).string, "-i",
          folder.appending("a.gif").string, "-lavfi",
          "[0]settb=1/25,setpts=N[a];[1]settb=1/25,setpts=N[b];[a][b]ssim=f=\(list.string)", "-f",
          "null", "-")
        let frames = try folder.text(of: "\(name).txt").matches(of: /Y:([0-9.]+)/)
        try #require(frames.count == 60)
        return frames.reduce(0) { $0 + (Double($1.1) ?? 0) } / 60
      }
      try folder.write(bytes, to: "a.gif")
      let (first, second) = (try likeness("a.webm"), try likeness("b.webm"))
      #expect(
        first > second - 0.002 && Double(less) < Double(more) * 1.05,
        "\(less) at \(first), \(more) at \(second)")
    }
  }

  @Test func everyFrameIsLookedAtBeforeTheFirstIsWritten() throws {
    try TemporaryFolder.with { folder in
      let told = Mutex<[Conversion.Progress]>([])
      _ = try convert(
        Self.gif(frames: 14), to: folder.appending("a.webm"), { $0.video.chroma = .yuv420 },
        observer: { progress in told.withLock { $0.append(progress) } })
      let all = told.withLock { $0 }
      #expect(
        all.filter { $0.phase == .analyzing }.map(\.framesDone) == Array(1...14))
      let firstWritten = try #require(all.firstIndex { $0.phase == .converting })
      #expect(all[firstWritten...].allSatisfy { $0.phase != .analyzing })
      #expect(all.allSatisfy { $0.phase != .analyzing || $0.framesTotal == 14 })
    }
  }

  @Test func cancellingInTheFirstPassLeavesNothing() throws {
    try TemporaryFolder.with { folder in
      let cancellation = CancellationFlag()
      #expect(throws: (any Error).self) {
        try convert(
          Self.gif(frames: 14), to: folder.appending("a.webm"), { $0.video.chroma = .yuv420 },
          observer: { if $0.phase == .analyzing, $0.framesDone == 7 { cancellation.set() } },
          cancellation: cancellation)
      }
      #expect(folder.names == [])
    }
  }

  @Test func theBytesDoNotDependOnTheRun() throws {
    try TemporaryFolder.with { folder in
      for name in ["a.webm", "b.webm"] {
        _ = try convert(Self.gif(frames: 30), to: folder.appending(name)) { $0.video.threads = 4 }
      }
      #expect(try folder.bytes(of: "a.webm") == folder.bytes(of: "b.webm"))
    }
  }
}
