import AnimTiming
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Writing

/// Check G3: an MP4 of a transparent input shows the chosen matte, or white with a note. WebM keeps
/// alpha, exactly with VP9 and within 3 of 255 on average with VP8, as libvpx decodes it, and WebM
/// is read with libvpx.
@Suite struct TransparentVideoTests {
  private func convert(
    _ input: AnimationInput, to path: FilePath, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: input, output: .file(path))
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  static let soft = AnimationInput.bytes(TransparentAnimation.apng(), name: "soft.png")

  @Test(arguments: [nil, "#1e1e2e", "lime"])
  func mp4ShowsTheMatteThatWasChosen(name: String?) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.mp4")
      let matte = name.flatMap { RGBColor($0) }
      let report = try convert(Self.soft, to: path) {
        if let matte { $0.shaping.matte = matte }
        $0.video.crf = 5
        $0.video.chroma = .yuv420
      }
      let shown = matte ?? RGBColor(red: 255, green: 255, blue: 255)
      #expect(
        report.plan.notes.map { $0.text(.options) }.contains(
          "transparency is flattened onto \(shown); --matte chooses the colour, WebM keeps "
            + "transparency"))
      let source = try DecodedAlpha.source(report.plan, of: Self.soft)
      let colors = try DecodedAlpha.color(
        path, coded: try #require(report.outputs[0].planned.size), size: source[0].size)
      #expect(colors.count == 12)
      // Different from every drawn colour, at every pixel on average.
      let corner = Array(colors[0][(3 * 119 + 115) * 3..<(3 * 119 + 115) * 3 + 3])
      let wanted = [shown.red, shown.green, shown.blue]
      #expect(zip(corner, wanted).allSatisfy { abs(Int($0) - Int($1)) <= 3 }, "\(corner)")
      var sum = 0
      for (color, picture) in zip(colors, source) {
        for pixel in 0..<picture.size.area {
          let alpha = Int(picture.bytes[pixel * 4 + 3])
          for channel in 0..<3 {
            let over = Int(picture.bytes[pixel * 4 + channel]) * alpha
            let expected = (over + Int(wanted[channel]) * (255 - alpha)) / 255
            sum += abs(Int(color[pixel * 3 + channel]) - expected)
          }
        }
      }
      #expect(sum / (12 * source[0].size.area * 3) <= 3)
    }
  }

  @Test(arguments: [18, nil])
  func webMKeepsAlphaForTheDecoderThatKnowsIt(crf: Int?) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.webm")
      let report = try convert(Self.soft, to: path) {
        $0.video.crf = crf.map(Double.init)
        $0.image.alphaQuality = 100
      }
      let probe = try FFprobe.read(path.string)
      #expect(probe.streams[0].codec_name == "vp9")
      #expect(probe.streams[0].tags?["alpha_mode"] == "1")
      #expect(report.outputs[0].planned.encoding?.pixelFormat == "yuva420p")
      let source = try DecodedAlpha.source(report.plan, of: Self.soft)
      let size = source[0].size
      func alphas(_ decoder: String) throws -> [[UInt8]] {
        try DecodedAlpha.color(
          path, format: "rgba", decoder: decoder, coded: size, size: size
        ).map { frame in stride(from: 3, to: frame.count, by: 4).map { frame[$0] } }
      }
      let (found, lost) = (try alphas("libvpx-vp9"), try alphas("vp9"))
      #expect(DecodedAlpha.largestError(found, source) == 0)
      // FFmpeg's other decoder loses alpha, so the test would detect the difference.
      #expect(lost.allSatisfy { $0.allSatisfy { $0 == 255 } })
    }
  }

  @Test func webMWithAlphaIsReadWithItsAlpha() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.webm")
      let report = try convert(Self.soft, to: path) { $0.image.alphaQuality = 100 }
      let source = try DecodedAlpha.source(report.plan, of: Self.soft)
      let back = try openSource(.path(path))
      #expect(back.info.video?.storesAlpha == true)
      var found: [[UInt8]] = []
      while let frame = try back.next() {
        let bytes = TestPicture(frame.pixels).bytes
        found.append(stride(from: 3, to: bytes.count, by: 4).map { bytes[$0] })
      }
      #expect(DecodedAlpha.largestError(found, source) == 0)
    }
  }

  @Test func alphaOfVP8IsCloseToTheSource() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.webm")
      let report = try convert(Self.soft, to: path) { $0.video.codec = .vp8 }
      let source = try DecodedAlpha.source(report.plan, of: Self.soft)
      let found = try DecodedAlpha.color(
        path, format: "rgba", decoder: "libvpx", coded: source[0].size, size: source[0].size
      ).map { frame in stride(from: 3, to: frame.count, by: 4).map { frame[$0] } }
      #expect(DecodedAlpha.meanError(found, source) <= 3)
    }
  }

  @Test func whatIsHiddenBleedsSoThatRimsStayBright() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.webm")
      let report = try convert(Self.soft, to: path)
      let source = try DecodedAlpha.source(report.plan, of: Self.soft)
      let size = source[0].size
      let frames = try DecodedAlpha.color(
        path, format: "rgba", decoder: "libvpx-vp9", coded: size, size: size)
      let colors = frames.map { frame in
        (0..<size.area).flatMap { frame[$0 * 4..<$0 * 4 + 3] }
      }
      let alphas = frames.map { frame in (0..<size.area).map { frame[$0 * 4 + 3] } }
      for background in [0, 255] {
        let error = DecodedAlpha.meanRimError(colors, alphas, source, background: background)
        #expect(error <= 6, "\(error) on \(background)")
      }
    }
  }
}

/// Check G3 on real files.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct TransparentVideoCorpusTests {
  @Test(arguments: [
    "avanimator/superwalk.gif", "apngasm/apngasm.png", "pixijs/gif/example.gif",
    "pillow/apng/blend_op_over_near_transparent.png",
  ])
  func alphaOfRealAnimationsIsKept(file: String) throws {
    try TemporaryFolder.with { folder in
      let input = AnimationInput.path(Corpus.path(file))
      let path = folder.appending("out.webm")
      var conversion = Conversion(input: input, output: .file(path))
      conversion.image.alphaQuality = 100
      let report = try ConversionJob(conversion).run()
      let source = try DecodedAlpha.source(report.plan, of: input)
      let size = source[0].size
      let found = try DecodedAlpha.color(
        path, format: "rgba", decoder: report.plan.hasAlpha ? "libvpx-vp9" : nil, coded: size,
        size: size
      ).map { frame in stride(from: 3, to: frame.count, by: 4).map { frame[$0] } }
      #expect(DecodedAlpha.largestError(found, source) == 0)
    }
  }
}
