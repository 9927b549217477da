import AnimPlay
import AnimTiming
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

@Suite struct ConverterTests {
  /// Four frames of different durations, the last one long, on a transparent canvas of odd size.
  static func animation(transparent: Bool = true) -> [UInt8] {
    var gif = GIFBuilder(37, 23)
    gif.loop(0)
    for (index, delay) in [7, 3, 11, 150].enumerated() {
      gif.frame(
        .init(
          x: transparent ? index * 5 : 0, y: transparent ? 4 : 0, w: transparent ? 9 : 37,
          h: transparent ? 12 : 23, fill: UInt8(index % 4), delay: delay,
          disposal: transparent ? 2 : 1))
    }
    gif.end()
    return gif.bytes
  }

  private func convert(
    _ bytes: [UInt8], to path: FilePath, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .bytes(bytes, name: "test.gif"), output: .file(path))
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  /// Frames of segments that wait for an encoder do not count as done.
  @Test(arguments: [VideoContainer.mp4, .webm])
  func progressOfSegmentsEndsWithTheLastFrame(container: VideoContainer) throws {
    var gif = GIFBuilder(64, 48)
    for index in 0..<120 {
      gif.frame(.init(x: 0, y: 0, w: 64, h: 48, fill: UInt8(index % 4), delay: 4, disposal: 1))
    }
    gif.end()
    try TemporaryFolder.with { folder in
      var conversion = Conversion(
        input: .bytes(gif.bytes, name: "test.gif"),
        output: .file(folder.appending("out.\(container.rawValue)")))
      conversion.video.segments = .atOnce(8)
      conversion.video.segmentLength = 7
      let told = Mutex<[Conversion.Progress]>([])
      _ = try ConversionJob(
        conversion, observer: { progress in told.withLock { $0.append(progress) } }
      ).run()
      let all = told.withLock { $0 }.drop { $0.phase != .converting }
      #expect(all.map(\.framesDone) == all.map(\.framesDone).sorted())
      #expect(all.last?.framesDone == 120 && all.allSatisfy { $0.framesTotal == 120 })
      let finishing = all.drop { $0.phase == .converting }
      #expect(!finishing.isEmpty && finishing.allSatisfy { $0.phase == .finishing })
    }
  }

  @Test func everyTimeIsExactInEveryPlaceThatHoldsOne() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.mp4")
      let report = try convert(Self.animation(), to: path)
      #expect(report.frameCount == 4)
      #expect(report.total == RationalTime(171, 100))
      let boxes = MovieBoxes(try folder.bytes(of: "out.mp4"))
      // Stored order 0 2 1 3: the last one lasts so long that it is stored after all others.
      #expect(boxes.sampleDurations == [700, 1100, 300, 15_000])
      let shown = boxes.shown.sorted { $0.start < $1.start }
      #expect(shown.map(\.start) == [0, 700, 1000, 2100])
      #expect(shown.map(\.duration) == [700, 300, 1100, 15_000])
      #expect(boxes.media == .init(timescale: 10_000, duration: 17_100))
      #expect(boxes.movie == .init(timescale: 10_000, duration: 17_100))
      #expect(boxes.edits == [.init(duration: 17_100, mediaTime: 1100)])
      let probe = try FFprobe.read(path.string)
      #expect(probe.packets.map(\.pts) == [0, 1000, 700, 2100])
      #expect(probe.format.duration == "1.710000")
    }
  }

  /// Each edit of the order of play, judged by the colours that ffmpeg decodes.
  static let orders: [(edits: TimingEdits, fills: [Int])] = [
    (TimingEdits(), [0, 1, 2, 3]),
    (TimingEdits(direction: .reverse), [3, 2, 1, 0]),
    (TimingEdits(direction: .bounce), [0, 1, 2, 3, 2, 1]),
    (TimingEdits(range: AnimationTimeline.FrameRange("1..<3")), [1, 2]),
    (TimingEdits(every: 2), [0, 2]),
    (TimingEdits(loops: 3), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]),
    (TimingEdits(direction: .reverse, loops: 2), [3, 2, 1, 0, 3, 2, 1, 0]),
  ]

  @Test(arguments: orders, ["mp4", "webm"])
  func framesPlayInTheOrderThatWasAsked(
    order: (edits: TimingEdits, fills: [Int]), container: String
  ) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.\(container)")
      let report = try convert(Self.animation(transparent: false), to: path) {
        $0.timing.edits = order.edits
        $0.video.crf = 5
      }
      #expect(report.frameCount == order.fills.count)
      let pixels = try FFprobe.decode(path.string, pixelFormat: "rgb24")
      let size = report.plan.outputs[0].size!
      let fills = (0..<order.fills.count).map { frame in
        let start = (frame * size.area + size.area / 2) * 3
        guard start + 2 < pixels.count else { return -1 }
        // Black, red, green, blue.
        return pixels[start..<start + 3].firstIndex { $0 > 127 }.map { $0 - start + 1 } ?? 0
      }
      #expect(fills == order.fills)
    }
  }

  @Test(arguments: ["slots", "fps=30", "fps=30000/1001", "fps=24"], ["mp4", "webm"])
  func constantRatesKeepTheTotal(schedule: String, container: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.\(container)")
      let report = try convert(Self.animation(), to: path) {
        $0.timing.schedule = AnimationTimeline.Schedule(parsing: schedule)!
        $0.timing.budget.maxFrameRate = FrameRate(100)
      }
      let probe = try FFprobe.read(path.string)
      #expect(probe.packets.count == report.frameCount)
      let seconds = try #require(Double(probe.format.duration))
      #expect(abs(seconds - 1.71) <= (schedule == "slots" ? 0.0005 : 0.5 / 23))
      if schedule == "slots" { #expect(report.frameCount == 171) }
      if schedule == "fps=30" { #expect(report.frameCount == 51) }
    }
  }

  @Test func alphaLayoutsHoldColorAndAlpha() throws {
    try TemporaryFolder.with { folder in
      for (mode, size) in [
        (Conversion.Shaping.Alpha.stacked, PixelSize(width: 38, height: 48)),
        (.sideBySide, PixelSize(width: 76, height: 24)),
      ] {
        let path = folder.appending("\(mode).mp4")
        let report = try convert(Self.animation(), to: path) {
          $0.shaping.alpha = mode
          $0.video.crf = 10
        }
        #expect(report.outputs.map { $0.readBack?.size } == [size])
        let gray = try FFprobe.decode(path.string, pixelFormat: "gray")
        // Frame 0 draws 9x12 at (0, 4): its middle is opaque, the far corner is not.
        let (x, y) = mode == .stacked ? (0, 24) : (38, 0)
        #expect(gray[(y + 9) * size.width + x + 4] > 250)
        #expect(gray[(y + 1) * size.width + x + 34] < 5)
      }
    }
  }

  @Test func webMKeepsTransparencyThatADecoderSees() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.webm")
      _ = try convert(Self.animation(), to: path)
      let rgba = try FFprobe.decode(path.string, pixelFormat: "rgba", decoder: "libvpx-vp9")
      #expect(rgba[(9 * 37 + 4) * 4 + 3] > 250)
      #expect(rgba[(1 * 37 + 34) * 4 + 3] < 5)
    }
  }

  @Test func aDamagedFrameOfAnOpaqueFileIsFlattenedAndReported() throws {
    var gif = GIFBuilder(16, 16)
    gif.frame(.init(w: 16, h: 16, fill: 1, delay: 5, cut: 3))
    gif.frame(.init(w: 16, h: 16, fill: 2, delay: 5))
    gif.end()
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.mp4")
      let report = try convert(gif.bytes, to: path) {
        $0.shaping.matte = RGBColor(red: 0, green: 0, blue: 255)
        $0.video.crf = 5
      }
      #expect(report.warnings.contains { $0.kind == .damagedFrame && $0.frame == 0 })
      let rgb = try FFprobe.decode(path.string, pixelFormat: "rgb24")
      let last = (15 * 16 + 15) * 3
      #expect(rgb[last + 2] > 240, "missing pixels show the matte")
      #expect(rgb[16 * 16 * 3 + 1] > 240, "the next frame is whole")

      let error = #expect(throws: ConversionError.self) {
        try convert(gif.bytes, to: folder.appending("strict.mp4")) { $0.reading.isStrict = true }
      }
      #expect(error?.kind == .damagedInput)
      #expect(error?.frame == 0)
      #expect(folder.names == ["out.mp4"])
    }
  }

  @Test func threeDecodedFramesAreAliveAtMostHoweverSlowTheReader() throws {
    try TemporaryFolder.with { folder in
      var outputs: [[UInt8]] = []
      for microseconds in [UInt32(0), 3000] {
        let source = SlowSource(
          SyntheticSource(
            size: PixelSize(width: 32, height: 32),
            centiseconds: (0..<60).map { Int64($0 % 5 + 2) }), microseconds: microseconds)
        let path = folder.appending("out-\(microseconds).mp4")
        var conversion = Conversion(input: .path("synthetic"), output: .file(path))
        conversion.video.chroma = .yuv420
        let report = try ConversionJob(conversion, open: { _, _ in source }).run()
        #expect(report.frameCount == 60)
        #expect(source.inner.pool.peakLive <= 3)
        #expect(source.inner.decodedFrames == 60)
        outputs.append(try TemporaryFolder.bytes(of: path))
      }
      #expect(outputs[0] == outputs[1])
    }
  }

  /// An encoder accepts frames long before it encodes them: these do not count as done.
  @Test func progressCountsFramesThatAreEncoded() async throws {
    try await TemporaryFolder.with { folder in
      var gif = GIFBuilder(64, 64)
      for index in 0..<40 { gif.frame(.init(w: 64, h: 64, fill: UInt8(index % 4), delay: 5)) }
      let conversion = Conversion(
        input: .bytes(gif.bytes, name: "long.gif"), output: .file(folder.appending("out.webm")))
      let counts = Mutex<[Int]>([])
      try await Converter(conversion).run { progress in
        guard progress.phase == .converting else { return }
        counts.withLock { $0.append(progress.framesDone) }
      }
      let done = counts.withLock { $0 }
      // The first of 40 packets is written after many frames have been passed to the encoder.
      #expect(done.count { $0 == 0 } > 5, "\(done)")
      #expect(done == done.sorted() && done.last == 40, "\(done)")
      #expect(done.count { $0 == 40 } <= 2, "\(done)")
    }
  }

  @Test func cancellingTheTaskLeavesNoFile() async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.appending("out.mp4")
      var gif = GIFBuilder(64, 64)
      for index in 0..<2000 {
        gif.frame(.init(w: 64, h: 64, fill: UInt8(index % 4), delay: 5))
      }
      let conversion = Conversion(input: .bytes(gif.bytes, name: "long.gif"), output: .file(path))
      let started = Mutex(false)
      let isCancelled = DispatchSemaphore(value: 0)
      let task = Task {
        try await Converter(conversion).run { progress in
          // The conversion waits here, so that it cannot be done before it is cancelled.
          if progress.framesDone == 3 {
            started.withLock { $0 = true }
            isCancelled.wait()
          }
        }
      }
      while !started.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
      task.cancel()
      isCancelled.signal()
      let result = await task.result
      let error = #expect(throws: ConversionError.self) { try result.get() }
      #expect(error?.kind == .cancelled)
      #expect(folder.names == [])
    }
  }

  @Test func aFailingSourceIsTheErrorAndNothingIsLeft() throws {
    try TemporaryFolder.with { folder in
      let conversion = Conversion(
        input: .path("broken"), output: .file(folder.appending("out.webm")))
      let source = SlowSource(
        SyntheticSource(centiseconds: [5, 5, 5, 5]), microseconds: 0, failsAt: 2)
      let error = #expect(throws: ConversionError.self) {
        try ConversionJob(conversion, open: { _, _ in source }).run()
      }
      #expect(error?.stage == .reading)
      #expect(error?.file == "broken")
      #expect(error?.reason == "no room for frame 2")
      #expect(folder.names == [])
    }
  }

  @Test func theSameRequestGivesTheSameBytes() throws {
    try TemporaryFolder.with { folder in
      for container in ["mp4", "webm", "mov"] {
        var files: [[UInt8]] = []
        for run in 0..<3 {
          let path = folder.appending("\(run).\(container)")
          _ = try convert(Self.animation(), to: path)
          files.append(try TemporaryFolder.bytes(of: path))
        }
        #expect(files[0] == files[1] && files[1] == files[2], "\(container)")
      }
    }
  }
}

/// A slow or failing source.
private final class SlowSource: FrameSource {
  let inner: SyntheticSource
  private let microseconds: UInt32
  private let failingIndex: Int?

  init(_ inner: SyntheticSource, microseconds: UInt32, failsAt index: Int? = nil) {
    self.inner = inner
    self.microseconds = microseconds
    failingIndex = index
  }

  var info: SourceInfo { inner.info }
  var warnings: [ReadingWarning] { inner.warnings }
  func seek(to index: Int) throws { try inner.seek(to: index) }
  func detectAlpha() throws -> Bool { try inner.detectAlpha() }

  func next() throws -> CanvasFrame? {
    if inner.decodedFrames == failingIndex {
      throw ReadingError.malformed(detail: "no room for frame 2", frame: 2, byteOffset: nil)
    }
    usleep(microseconds)
    return try inner.next()
  }
}
