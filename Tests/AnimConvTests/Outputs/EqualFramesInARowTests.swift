import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading

/// Frames of animated images that equal the previous one.
@Suite struct EqualFramesInARowTests {
  private static let size = PixelSize(width: 8, height: 6)
  private static let delays = [50, 70, 30, 40, 50, 60].map { Delay.milliseconds(Int64($0)) }

  /// One picture twice, another one three times, then the first again.
  private static func written(
    _ name: String, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> [UInt8] {
    let colors: [UInt32] = [0xFF00_00FF, 0xFFFF_0000]
    let pictures = [0, 0, 1, 1, 1, 0].map { color in
      (0..<size.area).map { $0 < 20 ? colors[color] : 0xFF00_FF00 }
    }
    return try ArraySource(
      pictures, size: size, delays: delays, plays: .forever, kind: .webp
    ).written(as: name, change)
  }

  private static func times(_ bytes: [UInt8], _ name: String) throws -> [RationalTime?] {
    try openBytes(bytes, name: name).info.frames.map(\.delay.time)
  }

  @Test(arguments: ["out.gif", "out.apng", "out.webp", "out.avif"])
  func becomeOneThatShowsLonger(name: String) throws {
    let times = try Self.times(Self.written(name), name)
    #expect(times == [120, 120, 60].map { RationalTime($0, 1000) })
  }

  @Test(arguments: ["out.gif", "out.apng", "out.webp", "out.avif"])
  func stayWhenThatIsAskedFor(name: String) throws {
    let times = try Self.times(Self.written(name) { $0.image.keepsFrames = true }, name)
    #expect(times == Self.delays.map(\.time))
  }

  /// Slots define when frames are shown, not how many are stored.
  @Test func becomeOneAtAConstantRateToo() throws {
    let bytes = try Self.written("out.apng") { $0.timing.schedule = .constant(FrameRate(100)) }
    #expect(try Self.times(bytes, "out.apng") == [120, 120, 60].map { RationalTime($0, 1000) })
  }

  /// ffprobe counts the frames in the file.
  @Test func ffprobeFindsAsManyFrames() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.written("out.gif"), to: "out.gif")
      let packets = try FFprobe.read(folder.appending("out.gif").string).packets
      #expect(packets.map(\.pts) == [0, 12, 24])
    }
  }

  @Test func theReportSaysHowMany() throws {
    let source = ArraySource(
      Array(repeating: Array(repeating: 0xFF00_00FF, count: Self.size.area), count: 3),
      size: Self.size, plays: .forever, kind: .webp)
    let plan = try Planner(
      conversion: Conversion(input: .path("made"), output: "out.gif"), onAnalysis: { _, _ in }
    ).plan(source)
    #expect(plan.frameCount == 1)
    let text = "2 frames equal the previous one and became part of it; --keep-frames keeps them"
    #expect(plan.notes.map { $0.text(.options) }.contains(text))
  }
}
