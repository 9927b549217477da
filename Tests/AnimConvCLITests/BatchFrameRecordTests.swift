import Foundation
import TestSupport
import Testing

/// One record of the pictures of a whole batch: `batch --frame-record`.
@Suite struct BatchFrameRecordTests {
  private static func makeClips(_ names: [String], in folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("in/deep"), withIntermediateDirectories: true)
    for (rate, name) in zip([5, 8, 10], names) {
      let made = try Animconv.run(
        [
          "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=1",
          "-c:v", "libx264", "-g", "5", name,
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      try #require(made.status == 0, "\(made.errors)")
    }
  }

  private static let batch = [
    "batch", "in/**/*.mp4", "--out", "d", "--container", "frames", "--data", "jsonl",
    "--frame-record", "d/all.jsonl",
  ]

  private static func lines(_ name: String, in folder: URL) throws -> [[String: Any]] {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      .split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
  }

  @Test func theRowsOfEveryFolderAreInOneRecord() throws {
    try withTemporaryFolder { folder in
      try Self.makeClips(["in/a.mp4", "in/b \"2\".mp4", "in/deep/c.mp4"], in: folder)
      let made = try Animconv.run(Self.batch, in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let all = try Self.lines("d/all.jsonl", in: folder)
      #expect(all[0]["format"] as? String == "animconv-batch-frames")
      var expected: [NSDictionary] = []
      for (input, output) in [
        ("in/a.mp4", "a"), ("in/b \"2\".mp4", "b \"2\""), ("in/deep/c.mp4", "deep/c"),
      ] {
        for var row in try Self.lines("d/\(output)/frames.jsonl", in: folder).dropFirst() {
          row["source"] = input
          row["file"] = "\(output)/" + (try #require(row["file"] as? String))
          expected.append(row as NSDictionary)
        }
      }
      #expect(all.dropFirst().map { $0 as NSDictionary } == expected)
      #expect(expected.count == 23)
      for row in all.dropFirst() {
        let file = try #require(row["file"] as? String)
        let bytes = try Data(contentsOf: folder.appendingPathComponent("d/\(file)"))
        #expect(bytes.count == row["bytes"] as? Int)
      }
    }
  }

  /// The record of a second run also has the outputs of the first, in the same order.
  @Test func aContinuedRunWritesTheSameRecord() throws {
    try withTemporaryFolder { folder in
      try Self.makeClips(["in/a.mp4", "in/b.mp4", "in/deep/c.mp4"], in: folder)
      let record = folder.appendingPathComponent("d/all.jsonl")
      _ = try Animconv.run(Self.batch, in: folder)
      let whole = try Data(contentsOf: record)
      // The state after a run was killed during the second film.
      try FileManager.default.removeItem(at: folder.appendingPathComponent("d/b"))
      try FileManager.default.removeItem(at: record)
      let rest = try Animconv.run(Self.batch + ["--jobs", "1"], in: folder)
      #expect(rest.status == 0 && rest.errors.contains("1 written, 2 unchanged"), "\(rest.errors)")
      #expect(try Data(contentsOf: record) == whole)
    }
  }

  @Test func aListHasARecordToo() throws {
    try withTemporaryFolder { folder in
      try Self.makeClips(["in/a.mp4", "in/b.mp4"], in: folder)
      try Data("in/b.mp4\nin/a.mp4\n".utf8).write(to: folder.appendingPathComponent("list"))
      let made = try Animconv.run(
        [
          "batch", "--files-from", "list", "--out", "d", "--container", "frames", "--data",
          "jsonl", "--frame-record", "some.jsonl",
        ], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let files = try Self.lines("some.jsonl", in: folder).compactMap { $0["file"] as? String }
      #expect(files.count == 13)
      #expect(files[0] == "d/in/b/frame0.png" && files[8] == "d/in/a/frame0.png", "\(files)")
    }
  }

  /// Pictures of an earlier run cannot show where the input is damaged now.
  @Test func aFailureLeavesTheOthersInTheRecord() throws {
    try withTemporaryFolder { folder in
      try Self.makeClips(["in/a.mp4", "in/b.mp4"], in: folder)
      _ = try Animconv.run(Self.batch, in: folder)
      try Data("no film".utf8).write(to: folder.appendingPathComponent("in/a.mp4"))
      let made = try Animconv.run(Self.batch, in: folder)
      #expect(made.status == 1)
      let rows = try Self.lines("d/all.jsonl", in: folder).dropFirst()
      #expect(rows.count == 8 && rows.allSatisfy { $0["source"] as? String == "in/b.mp4" })
    }
  }

  @Test(arguments: [
    ["--container", "frames"], ["--container", "mp4"],
    ["--container", "frames", "--data", "csv"],
  ])
  func outputsWithoutARecordAreRefused(output: [String]) throws {
    try withTemporaryFolder { folder in
      try Self.makeClips(["in/a.mp4"], in: folder)
      let outcome = try Animconv.run(
        ["batch", "in/a.mp4", "--out", "d", "--frame-record", "all.jsonl"] + output, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--frame-record needs --container frames and --data jsonl"))
      #expect(folder.names == ["in"])
    }
  }

  @Test func theRecordReplacesNoOutput() throws {
    try withTemporaryFolder { folder in
      try Self.makeClips(["in/a.mp4"], in: folder)
      let outcome = try Animconv.run(
        Self.batch.dropLast() + ["d/a/frames.jsonl"], in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--frame-record would overwrite"), "\(outcome.errors)")
    }
  }
}
