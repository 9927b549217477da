import AnimTiming
import AtlasTestSupport
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Reading

@Suite struct SheetConversionTests {
  @Test func aSheetBecomesAVideoOfItsCells() throws {
    try TemporaryFolder.with { folder in
      try folder.write(DrawnSheet(96, 64).png(), to: "walk_3x2.png")
      var conversion = Conversion(
        input: .path(folder.appending("walk_3x2.png")),
        output: .file(folder.appending("out.mp4")))
      conversion.reading.frameRate = FrameRate(25)
      let report = try ConversionJob(conversion).run()
      #expect(report.frameCount == 6)
      #expect(report.total == RationalTime(6, 25))
      #expect(report.plan.notes.contains { $0.description.hasPrefix("cut into 6 frames of 32x32") })
      let boxes = MovieBoxes(try folder.bytes(of: "out.mp4"))
      #expect(boxes.sampleDurations.count == 6)
      #expect(Set(boxes.sampleDurations).count == 1)
      let probe = try FFprobe.read(folder.appending("out.mp4").string)
      #expect(probe.streams[0].width == 32)
      #expect(probe.format.duration == "0.240000")
    }
  }

  @Test func anAtlasBecomesAVideoAtItsTimes() throws {
    try TemporaryFolder.with { folder in
      let durations = [70, 30, 110, 1500]
      let frames = durations.enumerated().map {
        "\"f\($0)\":\(packedFrame((3 - $0) * 16, 0, 16, 16, more: ",\"duration\":\($1)"))"
      }
      try folder.write(
        """
        {"frames":{\(frames.joined(separator: ","))},"meta":{"app":"https://www.aseprite.org/",
        "image":"sheet.png","scale":"1"}}
        """, to: "data.json")
      try folder.write(DrawnSheet(64, 16).png(), to: "sheet.png")
      let report = try ConversionJob(
        Conversion(
          input: .path(folder.appending("data.json")), output: .file(folder.appending("out.mp4")))
      ).run()
      #expect(report.frameCount == 4)
      #expect(report.total == RationalTime(171, 100))
      let boxes = MovieBoxes(try folder.bytes(of: "out.mp4"))
      #expect(boxes.media == .init(timescale: 10_000, duration: 17_100))
      let shown = boxes.shown.sorted { $0.start < $1.start }
      #expect(shown.map(\.start) == [0, 700, 1000, 2100])
      #expect(shown.map(\.duration) == [700, 300, 1100, 15_000])
    }
  }
}
