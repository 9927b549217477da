import AnimConv
import AnimPlay
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

/// Compares the measurements of an output with values computed by hand and with FFmpeg's `ssim` and
/// `psnr` filters.
@Suite struct ComparisonTests {
  private let gif = SourceTree.root.appending("Tests/Fixtures/orbit.gif")
  private static let size = PixelSize(width: 48, height: 40)

  private static func input(
    _ frames: Int = 3, delays: [Delay]? = nil,
    _ pixel: @escaping @Sendable (_ frame: Int, _ x: Int, _ y: Int) -> UInt32
  ) -> AnimationInput {
    .custom(
      CustomInput(name: "pictures") { _ in
        ArraySource(
          (0..<frames).map { frame in
            (0..<size.area).map { pixel(frame, $0 % size.width, $0 / size.width) }
          }, size: size, delays: delays)
      })
  }

  private static func gray(_ value: Int) -> UInt32 {
    0xFF00_0000 | UInt32(min(255, max(0, value))) * 0x10101
  }

  @Test func equalAnimationsDoNotDiffer() async throws {
    try await TemporaryFolder.with { folder in
      let made = folder.appending("same.apng")
      try await Converter(Conversion(input: .path(gif), output: .file(made))).run()
      let comparison = try await OutputComparison(of: .path(made), with: .path(gif))
      #expect(comparison.ssim == 1)
      #expect(comparison.psnr == nil && comparison.lumaPSNR == nil)
      #expect(comparison.alphaError == 0)
      #expect(comparison.largestShift == .zero)
      #expect(comparison.frames.count == 24 && !comparison.isScaled)
      #expect(comparison.frames.map(\.sourceIndex) == Array(0..<24))
      let bytes = comparison.frames.compactMap(\.byteCount)
      #expect(bytes.count == 24)
      #expect(bytes.reduce(0, +) < comparison.output.byteCount!)
    }
  }

  @Test func aConstantDifferenceHasTheRatioOfTheFormula() async throws {
    let comparison = try await OutputComparison(
      of: Self.input { _, x, y in Self.gray(x * 4 + y + 10) },
      with: Self.input { _, x, y in Self.gray(x * 4 + y) })
    let expected = 20 * log10(255.0 / 10)
    #expect(abs(comparison.psnr! - expected) < 1e-9)
    #expect(abs(comparison.lumaPSNR! - expected) < 1e-9)
    #expect(comparison.frames.allSatisfy { abs($0.psnr! - expected) < 1e-9 })
  }

  @Test func theWorstFrameAndItsPlaceAreFound() async throws {
    let comparison = try await OutputComparison(
      of: Self.input { frame, x, y in
        let isChanged = frame == 1 && (24..<32).contains(x) && (16..<24).contains(y)
        return Self.gray(isChanged ? 255 - x * 4 : x * 4)
      },
      with: Self.input { _, x, _ in Self.gray(x * 4) })
    #expect(comparison.worst.index == 1)
    #expect(comparison.worst.worstWindow == PixelRect(x: 24, y: 16, width: 8, height: 8))
    #expect(comparison.worst.worstWindowSSIM < 0)
    #expect(comparison.frames[0].ssim == 1 && comparison.frames[2].ssim == 1)
  }

  @Test func alphaIsMeasuredByItself() async throws {
    let comparison = try await OutputComparison(
      of: Self.input { frame, x, _ in UInt32(200 - (frame == 2 ? 7 : 0)) << 24 | UInt32(x) },
      with: Self.input { _, x, _ in 200 << 24 | UInt32(x) })
    #expect(comparison.frames.map(\.alphaError) == [0, 0, 7])
    #expect(comparison.alphaError == 7)
  }

  /// A repeated frame shows the same source frame; a delayed frame is reported as late.
  @Test func startsAreComparedWithThoseOfTheSource() async throws {
    let source = Self.input(delays: [.milliseconds(100), .milliseconds(200), .milliseconds(100)]) {
      frame, x, _ in Self.gray(frame * 50 + x)
    }
    let slots = Self.input(4, delays: .init(repeating: .milliseconds(100), count: 4)) {
      frame, x, _ in Self.gray([0, 1, 1, 2][frame] * 50 + x)
    }
    let even = try await OutputComparison(of: slots, with: source)
    #expect(even.frames.map(\.sourceIndex) == [0, 1, 1, 2])
    #expect(even.largestShift == .zero && even.ssim == 1)
    let late = Self.input(delays: [.milliseconds(130), .milliseconds(170), .milliseconds(100)]) {
      frame, x, _ in Self.gray(frame * 50 + x)
    }
    let shifted = try await OutputComparison(of: late, with: source)
    #expect(shifted.largestShift == .milliseconds(30))
    // Several plays in one output are compared with the plays of the source.
    let twice = Self.input(
      6, delays: [100, 200, 100, 100, 200, 100].map { .milliseconds($0) }
    ) { frame, x, _ in Self.gray(frame % 3 * 50 + x) }
    let plays = try await OutputComparison(of: twice, with: source)
    #expect(plays.frames.map(\.sourceIndex) == [0, 1, 2, 0, 1, 2])
    #expect(plays.largestShift == .zero && plays.ssim == 1)
  }

  /// Equal frames that were merged start at the time of the first of them.
  @Test func framesThatBecameOneAreNotLate() async throws {
    let source = Self.input(4, delays: .init(repeating: .milliseconds(100), count: 4)) {
      frame, x, _ in Self.gray([0, 0, 0, 1][frame] * 50 + x)
    }
    let merged = Self.input(2, delays: [.milliseconds(300), .milliseconds(100)]) {
      frame, x, _ in Self.gray(frame * 50 + x)
    }
    let comparison = try await OutputComparison(of: merged, with: source)
    #expect(comparison.largestShift == .zero && comparison.ssim == 1)
    #expect(comparison.frames.map(\.sourceIndex) == [1, 3])
  }

  /// GIFs repeat a frame to clear what follows it, and then the repeated one begins at any time.
  @Test func aFrameThatEqualsThePreviousOneIsNotLate() async throws {
    let source = Self.input(4, delays: .init(repeating: .milliseconds(100), count: 4)) {
      frame, x, _ in Self.gray([0, 0, 0, 1][frame] * 50 + x)
    }
    func shift(repeated: Int) async throws -> RationalTime {
      let made = Self.input(delays: [.milliseconds(280), .milliseconds(20), .milliseconds(100)]) {
        frame, x, _ in Self.gray([0, repeated, 1][frame] * 50 + x)
      }
      return try await OutputComparison(of: made, with: source).largestShift
    }
    #expect(try await shift(repeated: 0) == .zero)
    #expect(try await shift(repeated: 2) == .milliseconds(20))
  }

  @Test(arguments: [0, 1, 2])
  func filtersOfFFmpegFindTheSame(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let noise = (0..<Self.size.area).map { _ in Int.random(in: -40...40, using: &random) }
    let pictures = [
      (0..<Self.size.area).map { $0 % Self.size.width * 3 + $0 / Self.size.width * (seed + 1) },
      (0..<Self.size.area).map {
        $0 % Self.size.width * 3 + $0 / Self.size.width * (seed + 1) + noise[$0] * seed / 2
          + ($0 % 7 == 0 ? 9 : 0)
      },
    ].map { values in Self.input(1) { _, x, y in Self.gray(values[y * Self.size.width + x]) } }
    let comparison = try await OutputComparison(of: pictures[1], with: pictures[0])
    try await TemporaryFolder.with { folder in
      var files: [String] = []
      for (index, picture) in pictures.enumerated() {
        let file = folder.appending("\(index).png")
        try await AnimatedImage(picture).frame(at: 0).pixels.write(to: file)
        files.append(file.string)
      }
      func measure(_ filter: String, _ format: String) throws -> String {
        let log = folder.appending("\(filter).log").string
        _ = try Command.run(
          "ffmpeg", "-v", "error", "-i", files[1], "-i", files[0], "-lavfi",
          "[0]format=\(format)[a];[1]format=\(format)[b];[a][b]\(filter)=stats_file=\(log)",
          "-f", "null", "-")
        return try String(contentsOfFile: log, encoding: .utf8)
      }
      let ssim = try #require(try measure("ssim", "gray").firstMatch(of: /Y:([0-9.]+)/))
      #expect(abs(comparison.ssim - Double(ssim.1)!) < 0.0005)
      let psnr = try #require(try measure("psnr", "gbrp").firstMatch(of: /psnr_avg:([0-9.]+)/))
      #expect(abs(comparison.psnr! - Double(psnr.1)!) < 0.006)
    }
  }

  /// Unchanged parts are not measured again; measuring each frame as a whole picture gives the same
  /// figures.
  @Test(arguments: ["smaller.gif", "fewer.webp", "same.apng"])
  func figuresOfAFrameDoNotDependOnThoseBefore(name: String) async throws {
    try await TemporaryFolder.with { folder in
      let made = folder.appending(name)
      var conversion = Conversion(input: .path(gif), output: .file(made))
      conversion.image.quality = name.hasSuffix("apng") ? nil : 30
      if name == "smaller.gif" { conversion.shaping.scale = .width(47) }
      try await Converter(conversion).run()
      let comparison = try await OutputComparison(of: .path(made), with: .path(gif))
      let (source, output) = (
        try await AnimatedImage(.path(gif)), try await AnimatedImage(.path(made))
      )
      for frame in comparison.frames {
        let pictures = [
          try await output.frame(at: frame.index).pixels,
          try await source.frame(at: frame.sourceIndex).pixels,
        ].map { pixels -> AnimationInput in
          let words = pixels.withBytes { Array($0.bindMemory(to: UInt32.self)) }
          return .custom(
            CustomInput(name: "one") { _ in ArraySource([words], size: pixels.size, delays: nil) })
        }
        let alone = try await OutputComparison(of: pictures[0], with: pictures[1]).frames[0]
        #expect(alone.ssim == frame.ssim && alone.psnr == frame.psnr)
        #expect(alone.lumaPSNR == frame.lumaPSNR && alone.worstWindow == frame.worstWindow)
        #expect(alone.alphaError == frame.alphaError || frame.alphaError == nil)
        #expect(alone.ssimulacra2 == frame.ssimulacra2 || frame.alphaError == nil)
      }
      #expect(comparison.frames.count > 1)
    }
  }

  @Test func aCancelledComparisonEndsAndSaysSo() async throws {
    let task = Task {
      try await OutputComparison(
        of: Self.input(200) { _, x, _ in Self.gray(x) },
        with: Self.input(200) { _, x, _ in Self.gray(x) })
    }
    task.cancel()
    let error = await #expect(throws: ConversionError.self) { _ = try await task.value }
    #expect(error?.kind == .cancelled)
  }

  /// An odd side is padded for the encoder; the comparison must not scale for it.
  @Test func aVideoIsCloseToItsSourceAndExactInTime() async throws {
    try await TemporaryFolder.with { folder in
      let made = folder.appending("orbit.mp4")
      try await Converter(Conversion(input: .path(gif), output: .file(made))).run()
      let comparison = try await OutputComparison(of: .path(made), with: .path(gif))
      #expect(comparison.frames.map(\.sourceIndex) == Array(0..<24))
      #expect(comparison.largestShift == .zero)
      #expect(comparison.ssim > 0.95 && comparison.ssim < 1)
      #expect(!comparison.isScaled && comparison.alphaError == nil)
      let packets = try FFprobe.read(made.string).packets.sorted { $0.pts < $1.pts }
      #expect(comparison.frames.map(\.byteCount) == packets.map { Int64($0.size) })
      var smaller = Conversion(input: .path(gif), output: .file(folder.appending("small.gif")))
      smaller.shaping.scale = .width(40)
      try await Converter(smaller).run()
      let scaled = try await OutputComparison(
        of: .path(folder.appending("small.gif")), with: .path(gif))
      #expect(scaled.isScaled && scaled.size.width == 40)
      #expect(scaled.ssim > 0.9)
    }
  }

  @Test func aMissingOutputIsNamed() async throws {
    let error = await #expect(throws: ConversionError.self) {
      _ = try await OutputComparison(of: "/nowhere/a.mp4", with: .path(gif))
    }
    #expect(error?.file == "/nowhere/a.mp4")
    #expect(error?.kind == .missingInput)
  }
}
