import Foundation
import TestSupport
import Testing

/// Edits, joined inputs and durations of frames on the command line.
@Suite struct EditCommandTests {
  private func withFiles(_ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for (name, size, frames) in [
        ("a.gif", "24x16", 3), ("b.gif", "24x16", 2), ("wide.gif", "40x16", 2),
      ] {
        _ = try Command.run(
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=\(size):r=10",
          "-frames:v", "\(frames)", folder.appendingPathComponent(name).path)
      }
      let edit = #"{"clips": ["a.gif", {"input": "b.gif", "delays": "250ms", "repeat": 2}]}"#
      try Data(edit.utf8).write(to: folder.appendingPathComponent("edit.json"))
      try Data(#"{"clips": ["a.gif", "wide.gif"]}"#.utf8)
        .write(to: folder.appendingPathComponent("sizes.json"))
      try Data(#"{"clips": ["self.json"]}"#.utf8)
        .write(to: folder.appendingPathComponent("self.json"))
      try Data("{\n\"clips\": [\"a.gif\" \"b.gif\"]}".utf8)
        .write(to: folder.appendingPathComponent("damaged.json"))
      try body(folder)
    }
  }

  /// The durations in milliseconds, and how the sizes are.
  private func shown(_ name: String, in folder: URL) throws -> String {
    let outcome = try Animconv.run(["inspect", name, "--json"], in: folder)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any])
    let frames = try #require(json["frames"] as? [[String: Any]], "\(outcome.text)")
    return "\(json["width"] ?? "")x\(json["height"] ?? "") \(frames.count)"
  }

  /// A line, and the size and number of frames of its output.
  @Test(
    arguments: [
      ("edit.json out.gif", "24x16 7"), ("a.gif b.gif out.gif --concat", "24x16 5"),
      ("a.gif b.gif a.gif out.gif --concat", "24x16 8"),
      ("a.gif wide.gif out.gif --concat --sizes pad", "40x16 5"),
      ("a.gif wide.gif out.gif --concat --sizes crop", "24x16 5"),
      ("sizes.json out.gif --sizes contain", "40x16 5"),
      ("a.gif out.gif --frame-delays 40ms,50ms,1.5s", "24x16 3"),
      ("edit.json out.gif --range 3...", "24x16 4"),
    ])
  func aLineIsEnough(line: String, expected: String) throws {
    try withFiles { folder in
      let outcome = try Animconv.run(line.split(separator: " ").map(String.init), in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try shown("out.gif", in: folder) == expected)
    }
  }

  /// A line, its exit code and a part of its answer.
  @Test(
    arguments: [
      (
        "a.gif wide.gif out.gif --concat", 64,
        "wide.gif: reading: clip 1 is 40x16, but the clips before it are 24x16; --sizes pad centres"
      ),
      ("self.json out.gif", 78, "edits name each other in a circle: self.json, self.json"),
      ("damaged.json out.gif", 78, "damaged.json: reading: line 2, column 19: expected a comma"),
      ("a.gif out.gif --concat", 64, "--concat needs at least two inputs before the output"),
      ("a.gif - out.gif --concat", 64, "none can be '-'"),
      ("a.gif b.gif out.gif", 64, "for one after another --concat"),
      ("a.gif out.gif --frame-delays 40ms,50ms", 64, "2 durations are given for 3 frames"),
      ("a.gif out.gif --frame-delays 40", 64, "expected times above zero such as 100ms"),
      ("a.gif b.gif a.gif -y --concat", 73, "the output is the input"),
    ] as [(String, Int32, String)])
  func mistakesAreExplained(line: String, status: Int32, part: String) throws {
    try withFiles { folder in
      let outcome = try Animconv.run(line.split(separator: " ").map(String.init), in: folder)
      #expect(outcome.status == status)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
    }
  }
}
