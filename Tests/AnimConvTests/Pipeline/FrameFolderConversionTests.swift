import AnimTiming
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Complete conversions of folders: frame count, every start, the total.
@Suite struct FrameFolderConversionTests {
  private func convert(
    _ input: FilePath, to output: FilePath, _ change: (inout Conversion) -> Void = { _ in },
    open: ((AnimationInput, ReadingOptions) throws -> any FrameSource)? = nil
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .path(input), output: .file(output))
    change(&conversion)
    return try ConversionJob(conversion, open: open).run()
  }

  /// C1 and C2: sixty images at 12.5 frames per second: none is missing at the start, and the order
  /// is numeric.
  @Test func sixtyFilesBecome4Point8Seconds() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...60, size: 48) { "\($0).png" }
      let output = folder.appending("out.mp4")
      let report = try convert(folder.path, to: output) {
        $0.reading.frameRate = FrameRate(25, 2)
      }
      #expect(report.frameCount == 60)
      #expect(report.total == RationalTime(48, 10))
      let probe = try FFprobe.read(output.string)
      let starts = probe.packets.map(\.pts).sorted()
      #expect(starts == (0..<60).map { Int64($0) * starts[1] })
      #expect(probe.format.duration == "4.800000")
      let rgb = try FFprobe.decode(output.string, pixelFormat: "rgb24")
      let reds = (0..<60).map { Int(rgb[$0 * 48 * 48 * 3 + 24 * 48 * 3 + 24 * 3]) }
      #expect(zip(reds, 1...60).allSatisfy { abs($0 - $1) <= 4 }, "\(reds)")
    }
  }

  /// C3.
  @Test func atMostThreePicturesAreAlive() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...40)
      var source: FrameFolderSource?
      let output = folder.appending("out.mp4")
      _ = try convert(
        folder.path, to: output,
        open: {
          source = try openSource($0, options: $1) as? FrameFolderSource
          return source!
        })
      #expect(try #require(source).peakLive <= 3)
    }
  }

  /// C4.
  @Test func aSlowDecoderChangesNothing() throws {
    final class Slow: FrameSource {
      let source: any FrameSource
      init(_ source: any FrameSource) { self.source = source }
      var info: SourceInfo { source.info }
      var warnings: [ReadingWarning] { source.warnings }
      func next() throws -> CanvasFrame? {
        Thread.sleep(forTimeInterval: 0.1)
        return try source.next()
      }
      func seek(to index: Int) throws { try source.seek(to: index) }
      func detectAlpha() throws -> Bool { try source.detectAlpha() }
    }
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...8)
      _ = try convert(folder.path, to: folder.appending("a.mp4"))
      _ = try convert(
        folder.path, to: folder.appending("b.mp4"),
        open: { Slow(try openSource($0, options: $1)) })
      #expect(try folder.bytes(of: "a.mp4") == folder.bytes(of: "b.mp4"))
    }
  }

  /// D5.
  @Test func bothConventionsOfRangesCountByPosition() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(5...14)
      for (range, count) in [("2..<5", 3), ("2...5", 4)] {
        let report = try convert(folder.path, to: folder.appending("out.mp4")) {
          $0.timing.edits.range = AnimationTimeline.FrameRange(range)
          $0.overwriting = .replace
        }
        #expect(report.frameCount == count)
      }
    }
  }

  /// Names from 00, 92 of them at 20 per second: 4.60 s.
  @Test func numbersFromZeroAreFramesFromTheFirst() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(0..<92) { "animationFrame\($0 < 10 ? "0" : "")\($0).png" }
      let report = try convert(
        folder.appending("animationFrame%02d.png"), to: folder.appending("out.mp4")
      ) { $0.reading.frameRate = FrameRate(20) }
      #expect(report.frameCount == 92)
      #expect(report.total == RationalTime(46, 10))
    }
  }

  /// Each kind of input with the starts that the file then has, in milliseconds.
  static let kinds: [(input: String, starts: [Int64], total: RationalTime)] = [
    ("", [0, 30, 100], RationalTime(300, 1000)),
    ("f*.png", [0, 30, 100], RationalTime(300, 1000)),
    ("f%d.png", [0, 30, 100], RationalTime(300, 1000)),
    ("durations.csv", [0, 30, 100], RationalTime(300, 1000)),
    ("order.txt", [0, 100], RationalTime(200, 1000)),
  ]

  @Test(arguments: kinds)
  func everyKindKeepsItsTimes(input: String, starts: [Int64], total: RationalTime) throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      try folder.write("f1.png,30\nf2.png,70\nf3.png,200\n", to: "durations.csv")
      try folder.write("f3.png\nf2.png\n", to: "order.txt")
      let output = folder.appending("out.mp4")
      let report = try convert(
        input.isEmpty ? folder.path : folder.appending(input), to: output)
      #expect(report.total == total)
      #expect(
        report.plan.notes.contains { $0.description.contains("durations") }, "\(report.plan.notes)")
      let probe = try FFprobe.read(output.string)
      let unit = Int64(probe.streams[0].time_base.split(separator: "/")[1])!
      #expect(probe.packets.map { $0.pts * 1000 / unit } == starts)
    }
  }
}
