import AnimPlay
import AnimTiming
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

@Suite struct SizeTargetTests {
  /// Noise that compresses badly with every codec, different in each frame.
  static let noise: [UInt8] = {
    var generator = SeededGenerator(seed: 11)
    var gif = GIFBuilder(96, 64)
    for _ in 0..<6 {
      let indices = (0..<96 * 64).map { _ in UInt8.random(in: 0...3, using: &generator) }
      gif.frame(.init(w: 96, h: 64, indices: indices, delay: 3))
    }
    gif.end()
    return gif.bytes
  }()

  private func conversion(
    _ path: FilePath, _ maxBytes: Int64?,
    _ steps: [Conversion.SizeTarget.Step] = Conversion.SizeTarget.Step.allCases
  ) -> Conversion {
    var conversion = Conversion(input: .bytes(Self.noise, name: "a.gif"), output: .file(path))
    conversion.sizeTarget.maxBytes = maxBytes
    conversion.sizeTarget.steps = steps
    conversion.video.encoderPreset = "ultrafast"
    return conversion
  }

  @Test func withoutATargetNothingIsTried() async throws {
    try await TemporaryFolder.with { folder in
      let report = try await Converter(conversion(folder.appending("a.mp4"), nil)).run()
      #expect(report.tries == [])
    }
  }

  @Test func theBestQualityThatFitsIsWritten() async throws {
    try await TemporaryFolder.with { folder in
      let told = Mutex<[Conversion.Try]>([])
      let path = folder.appending("a.mp4")
      let report = try await Converter(conversion(path, 20_000)).run(
        onTry: { attempt in told.withLock { $0.append(attempt) } })
      #expect(report.tries == told.withLock { $0 })
      #expect(report.tries.count > 1 && report.tries.count <= 4)
      #expect(report.tries[0].changes == [] && !report.tries[0].fits)
      #expect(report.tries.allSatisfy { $0.fits == ($0.byteCount <= 20_000) })
      #expect(report.tries.map(\.number) == Array(1...report.tries.count))
      let best = try #require(report.tries.last { $0.fits })
      #expect(best.byteCount == report.outputs[0].byteCount)
      #expect(try folder.bytes(of: "a.mp4").count == Int(best.byteCount))
      #expect(folder.names == ["a.mp4"])
      // Noise differs most from the clips for which sizes are predicted.
      #expect(best.byteCount >= 16_000)
    }
  }

  /// Frames are examined once for each size, and not for every try.
  @Test func triesShareWhatTheFramesShow() throws {
    try TemporaryFolder.with { folder in
      let input = AnimationInput.bytes(Self.noise, name: "a.gif")
      var conversion = conversion(folder.appending("a.gif"), nil)
      conversion.input = input
      let whole = try ConversionJob(conversion).run().outputs[0].byteCount
      conversion.overwriting = .replace
      conversion.sizeTarget.maxBytes = whole / 3
      let decoded = Mutex(0)
      let report = try ConversionJob(
        conversion,
        open: { input, options in
          CountingSource(try openSource(input, options: options)) { decoded.withLock { $0 += 1 } }
        }
      ).run()
      let sizes = Set(report.tries.map { $0.changes.filter { $0.contains("x") } })
      #expect(report.tries.count >= 4)
      #expect(decoded.withLock { $0 } == (report.tries.count + sizes.count) * 6)
    }
  }

  @Test(arguments: [(VideoCodec.h264, "ultrafast"), (.hevc, "ultrafast"), (.av1, "8"), (.vp9, "2")])
  func fourTriesComeWithinThreePercent(codec: VideoCodec, preset: String) async throws {
    try await TemporaryFolder.with { folder in
      let input = folder.appending("in.mkv")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=15:duration=2",
        "-c:v", "ffv1", input.string)
      let name = codec == .vp9 ? "a.webm" : "a.mp4"
      var conversion = Conversion(input: .path(input), output: .file(folder.appending(name)))
      conversion.video.codec = codec
      conversion.video.encoderPreset = preset
      let whole = try await Converter(conversion).run()
      // Later releases of SVT-AV1 are given whole factors.
      if whole.plan.outputs[0].encoding?.tenthsOfCRF == [0] { return }
      let full = whole.outputs[0].byteCount
      conversion.overwriting = .replace
      for percent in [80, 60] as [Int64] {
        let limit = full * percent / 100
        conversion.sizeTarget.maxBytes = limit
        let report = try await Converter(conversion).run()
        let bytes = report.outputs[0].byteCount
        #expect(bytes <= limit && bytes * 100 >= limit * 97, "\(bytes) of \(limit)")
        #expect(report.tries.count <= 4, "\(report.tries.map(\.changes))")
        // Tenths are reported; VP9's are tried only as a last resort.
        #expect(codec == .vp9 || report.tries.contains { $0.changes.first?.contains(".") == true })
      }
    }
  }

  /// A factor between two others gives a size and a similarity between theirs.
  @Test(arguments: [(VideoCodec.av1, "a.mp4"), (.vp9, "a.webm")])
  func tenthsAreBetweenWholeFactors(codec: VideoCodec, name: String) async throws {
    try await TemporaryFolder.with { folder in
      let input = SourceTree.root.appending("Tests/Fixtures/orbit.gif")
      let path = folder.appending(name)
      func encode(_ crf: Int, _ tenths: Int) async throws -> (bytes: Int64, ssim: Double) {
        var conversion = Conversion(input: .path(input), output: .file(path))
        conversion.overwriting = .replace
        conversion.video.codec = codec
        conversion.video.encoder = codec.encoders[0]
        conversion.video.crf = Double(10 * crf + tenths) / 10
        conversion.video.roundsCRF = true
        let report = try await Converter(conversion).run()
        let encoding = try #require(report.plan.outputs[0].encoding)
        let isTaken = encoding.tenthsOfCRF.contains(tenths)
        #expect(encoding.crfText == (isTaken && tenths > 0 ? "\(crf).\(tenths)" : "\(crf)"))
        let comparison = try await OutputComparison(of: .path(path), with: .path(input))
        return (report.outputs[0].byteCount, comparison.ssim)
      }
      let (fine, coarse) = (try await encode(40, 0), try await encode(41, 0))
      for tenths in [3, 5, 8] {
        let between = try await encode(40, tenths)
        // Steps are uneven.
        #expect(Double(between.bytes) <= Double(fine.bytes) * 1.03)
        #expect(Double(between.bytes) >= Double(coarse.bytes) * 0.97)
        #expect(between.ssim <= fine.ssim + 0.003 && between.ssim >= coarse.ssim - 0.003)
      }
    }
  }

  @Test func sizeAndRateComeInTheOrderThatIsAsked() async throws {
    try await TemporaryFolder.with { folder in
      let bySize = try await Converter(
        conversion(folder.appending("a.mp4"), 20_000, [.size, .rate])
      ).run()
      #expect(bySize.plan.shaping.output.width < 96)
      #expect(bySize.frameCount == 6)
      let byRate = try await Converter(
        conversion(folder.appending("b.mp4"), 20_000, [.rate, .size])
      ).run()
      #expect(byRate.plan.shaping.output.width == 96)
      #expect(byRate.frameCount < 6)
      #expect(byRate.tries.last { $0.fits }?.changes.first?.hasSuffix("fps") == true)
    }
  }

  @Test func theSameTriesGiveTheSameBytes() async throws {
    try await TemporaryFolder.with { folder in
      let one = try await Converter(conversion(folder.appending("a.mp4"), 9000)).run()
      let two = try await Converter(conversion(folder.appending("b.mp4"), 9000)).run()
      #expect(one.tries == two.tries)
      #expect(try folder.bytes(of: "a.mp4") == folder.bytes(of: "b.mp4"))
    }
  }

  @Test func whatCannotBeMetLeavesTheOldFileAndNamesTheNearest() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("old", to: "a.mp4")
      var conversion = conversion(folder.appending("a.mp4"), 10)
      conversion.overwriting = .replace
      let error = await #expect(throws: ConversionError.self) {
        try await Converter(conversion).run()
      }
      #expect(error?.kind.exitCode == 3)
      let target = try #require(error?.underlying as? SizeTargetError)
      #expect(target.tryCount == 4 && target.nearest.byteCount > 10)
      #expect(
        target.reason.description.contains(
          "the closest has \(target.nearest.byteCount) with crf 40"))
      #expect(try folder.text(of: "a.mp4") == "old")
      #expect(folder.names == ["a.mp4"])
    }
  }

  @Test func aSheetAndAFolderShrinkToo() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["a.png", "frames"] {
        var conversion = conversion(folder.appending(name), nil)
        conversion.kind = name == "frames" ? .frameFolder : .sheet
        conversion.sheet.data = []
        let full = try await Converter(conversion).run()
        let bytes = full.outputs.map(\.byteCount).max()!
        conversion.sizeTarget.maxBytes = bytes / 2
        conversion.overwriting = .replace
        let half = try await Converter(conversion).run()
        #expect(half.outputs.allSatisfy { $0.byteCount <= bytes / 2 })
        #expect(half.tries.contains { $0.changes.contains("PNG level 9") })
      }
    }
  }

  @Test func picturesOfFramesLoseQualityFirst() async throws {
    try await TemporaryFolder.with { folder in
      var conversion = conversion(folder.appending("frames"), nil)
      conversion.kind = .frameFolder
      conversion.frames.format = .jpeg
      let bytes = try await Converter(conversion).run().outputs[0].byteCount
      conversion.sizeTarget.maxBytes = bytes * 3 / 4
      conversion.overwriting = .replace
      let report = try await Converter(conversion).run()
      #expect(report.outputs[0].byteCount <= bytes * 3 / 4)
      #expect(report.tries.last { $0.fits }?.changes.first?.hasPrefix("quality ") == true)
      #expect(report.tries.allSatisfy { $0.changes.count <= 1 })
    }
  }

  @Test func aConstraintKeepsAChoiceOut() async throws {
    try await TemporaryFolder.with { folder in
      var conversion = conversion(folder.appending("a.mp4"), 10)
      conversion.constraints = [
        MediaConstraint(.width, .exactly(MediaConstraint.Quantity(96))),
        MediaConstraint(.fps, .range(min: MediaConstraint.Quantity(23), max: nil)),
      ]
      let error = await #expect(throws: ConversionError.self) {
        try await Converter(conversion).run()
      }
      let nearest = try #require(error?.underlying as? SizeTargetError).nearest
      #expect(!nearest.changes.contains { $0.contains("x") })
      #expect(nearest.changes.allSatisfy { !$0.hasSuffix("fps") || $0 == "24 fps" })
    }
  }
}

/// Counts the frames that are decoded.
private final class CountingSource: FrameSource {
  private let inner: any FrameSource
  private let onFrame: () -> Void

  init(_ inner: any FrameSource, onFrame: @escaping () -> Void) {
    self.inner = inner
    self.onFrame = onFrame
  }

  var info: SourceInfo { inner.info }
  var warnings: [ReadingWarning] { inner.warnings }
  func seek(to index: Int) throws { try inner.seek(to: index) }
  func detectAlpha() throws -> Bool { try inner.detectAlpha() }

  func next() throws -> CanvasFrame? {
    let frame = try inner.next()
    if frame != nil { onFrame() }
    return frame
  }
}
