import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Conversions of particular sources, with their times and their damage.
@Suite struct SourceConversionTests {
  @Test func theConverterDecodesAheadAndLeavesItAfterwards() throws {
    final class Recorder: DecodingAhead {
      let source: any FrameSource
      var history: [Bool] = []
      var decodesAhead = false { didSet { history.append(decodesAhead) } }
      init(_ source: any FrameSource) { self.source = source }
      var info: SourceInfo { source.info }
      func next() throws -> CanvasFrame? { try source.next() }
      func seek(to index: Int) throws { try source.seek(to: index) }
    }
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...6)
      let recorder = Recorder(try openSource(.path(folder.path)))
      _ = try ConversionJob(
        Conversion(input: .path(folder.path), output: .file(folder.appending("out.mp4"))),
        open: { _, _ in recorder }
      ).run()
      #expect(recorder.history == [true, false])
    }
  }

  /// One packet is lost or damaged, which makes no pixel transparent.
  @Test(arguments: ["webm", "mp4"])
  func damageDoesNotMakeAnOpaqueVideoTransparent(container: String) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mkv", in: folder, count: 12, input: "noise=alls=60:allf=t",
        ["-c:v", "libx264", "-crf", "20", "-bf", "0", "-g", "6"])
      var bytes = try TemporaryFolder.bytes(of: path)
      for eighth in [3, 5] {
        for offset in bytes.count * eighth / 8..<bytes.count * eighth / 8 + 60 {
          bytes[offset] ^= 0x5A
        }
      }
      var conversion = Conversion(
        input: .bytes(bytes, name: "a.mkv"), output: .file(folder.appending("out.\(container)")))
      conversion.video.crf = 40
      let report = try ConversionJob(conversion).run()
      #expect(report.warnings.contains { $0.kind == .damagedFrame })
      #expect(!report.plan.hasAlpha)
      #expect(!report.plan.notes.contains { $0.description.contains("transparen") })
    }
  }

  /// Frames that do not match the clock of any format: sevenths of a second, and one long frame.
  @Test func theVideoHasTheTimesThatWereGiven() async throws {
    try await TemporaryFolder.with { folder in
      let size = PixelSize(width: 16, height: 16)
      let recording = try FrameRecording(size: size)
      for (index, duration) in [(1, 7), (2, 7), (1, 1), (3, 7)].enumerated() {
        let shade = UInt8(index * 60)
        try recording.append(
          (0..<size.area).flatMap { _ in [shade, shade, shade, 255] },
          duration: RationalTime(Int64(duration.0), Int64(duration.1)))
      }
      for name in ["out.mp4", "out.webm", "out.mov"] {
        let conversion = Conversion(
          input: recording.input, output: .file(folder.appending(name)))
        let report = try await Converter(conversion).run()
        #expect(report.frameCount == 4)
        if name != "out.webm" { #expect(report.total == RationalTime(13, 7)) }
      }
    }
  }
}
