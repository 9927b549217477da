import AnimPlay
import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Writing

/// Selected frames for programs: the same as an export writes.
@Suite struct VideoFramesTests {
  private static func makeClip(in folder: TemporaryFolder) throws -> FilePath {
    let path = folder.appending("clip.mp4")
    _ = try Command.run(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=s=64x48:r=25:d=2,select='not(mod(n,7)*mod(n+1,3))'", "-fps_mode", "vfr", "-c:v",
        "libx264", "-g", "6", "-bf", "2", path.string,
      ])
    return path
  }

  struct Request: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edits: TimingEdits
  }

  static let requests = [
    Request(testDescription: "all", edits: TimingEdits()),
    Request(
      testDescription: "at", edits: TimingEdits(at: [.time(.seconds(1)), .frame(3), .frame(9)])),
    Request(testDescription: "every", edits: TimingEdits(interval: RationalTime(1, 3))),
    Request(testDescription: "key", edits: TimingEdits(select: .key)),
    Request(testDescription: "pick", edits: TimingEdits(pick: 5)),
    Request(testDescription: "sharp", edits: TimingEdits(select: .sharp, pick: 4)),
    Request(testDescription: "reverse", edits: TimingEdits(pick: 6, direction: .reverse)),
  ]

  /// The images and records of an export, which is tested with other programs.
  @Test(arguments: requests)
  func theyAreThoseOfAnExport(request: Request) async throws {
    try await TemporaryFolder.with { folder in
      let clip = try Self.makeClip(in: folder)
      var export = Conversion(input: .path(clip), output: .file(folder.appending("f")))
      export.kind = .frameFolder
      export.timing.edits = request.edits
      export.frames.lists = [.json]
      try await Converter(export).run()
      let data = try Data(
        contentsOf: URL(fileURLWithPath: folder.appending("f/frames.json").string))
      let record = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let rows = try #require(record["frames"] as? [[String: Any]])
      var count = 0
      for try await frame in VideoFrames(.path(clip), request.edits) {
        let row = rows[count]
        #expect(frame.index == count && frame.frame == row["frame"] as? Int)
        #expect(frame.pts == (row["pts"] as? Int).map { Int64($0) })
        #expect(frame.isKey == row["key"] as? Bool && frame.timebase != nil)
        #expect("\(frame.start.numerator)/\(frame.start.denominator)" == row["start"] as? String)
        #expect(
          "\(frame.duration.numerator)/\(frame.duration.denominator)" == row["duration"] as? String)
        #expect(frame.requested.isEmpty == (row["requested"] is NSNull))
        #expect((frame.sharpness == nil) == (row["sharpness"] is NSNull))
        let written = folder.appending("f").appending(try #require(row["file"] as? String))
        let picture = try await AnimatedImage(.path(written)).frame(at: 0).pixels
        #expect(picture.withBytes { Data($0) } == frame.pixels.withBytes { Data($0) })
        count += 1
      }
      #expect(count == rows.count && count > 2)
    }
  }

  /// Each iteration starts again, and impossible requests are reported.
  @Test func everyIterationBeginsAnew() async throws {
    try await TemporaryFolder.with { folder in
      let frames = VideoFrames(.path(try Self.makeClip(in: folder)), every: .seconds(1))
      for _ in 0..<2 {
        var indices: [Int] = []
        for try await frame in frames { indices.append(frame.index) }
        #expect(indices == [0, 1])
      }
      await #expect(throws: ConversionError.self) {
        for try await _ in VideoFrames(.path(folder.appending("none.mp4"))) {}
      }
      let late = VideoFrames(.path(folder.appending("clip.mp4")), at: [.time(.seconds(9))])
      await #expect(throws: ConversionError.self) { for try await _ in late {} }
    }
  }
}
