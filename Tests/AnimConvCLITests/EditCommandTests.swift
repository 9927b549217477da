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
      try Data(#"{"clips": ["a.gif", "wide.gif"], "sizes": "crop"}"#.utf8)
        .write(to: folder.appendingPathComponent("crop.json"))
      try Data(#"{"clips": [{"input": "a.gif", "delays": "20ms"}]}"#.utf8)
        .write(to: folder.appendingPathComponent("fast.json"))
      try body(folder)
    }
  }

  private func inspect(
    _ name: String, in folder: URL
  ) throws -> (facts: [String: Any], frames: [[String: Any]]) {
    let outcome = try Animconv.run(["inspect", name, "--json"], in: folder)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any])
    return (json, try #require(json["frames"] as? [[String: Any]], "\(outcome.text)"))
  }

  /// The size, and the number of frames.
  private func shown(_ name: String, in folder: URL) throws -> String {
    let (facts, frames) = try inspect(name, in: folder)
    return "\(facts["width"] ?? "")x\(facts["height"] ?? "") \(frames.count)"
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
      // What the line says counts more than what the edit says.
      ("crop.json out.gif", "24x16 5"), ("crop.json out.gif --sizes pad", "40x16 5"),
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
        "wide.gif: reading: wide.gif is 40x16, but a.gif is 24x16; --sizes pad centres"
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

  private func durations(_ name: String, in folder: URL) throws -> [Double] {
    try inspect(name, in: folder).frames.compactMap {
      ($0["duration"] as? [String: Any])?["seconds"] as? Double
    }
  }

  /// An edit applies a policy to its inputs, not to its own times.
  @Test func timesOfAnEditAreExact() throws {
    try withFiles { folder in
      let outcome = try Animconv.run(
        ["fast.json", "out.gif", "--keep-frames", "--delays", "50:100"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try durations("out.gif", in: folder) == [0.02, 0.02, 0.02])
    }
  }

  /// Pictures are shown for a frame of the rate, and animations keep their times.
  @Test func aRateIsThatOfPictures() throws {
    try withFiles { folder in
      #expect(try Animconv.run(["a.gif", "p/", "-q", "--data", "none"], in: folder).status == 0)
      let pictures = folder.appendingPathComponent("p").names.filter { $0.hasSuffix(".png") }
        .sorted()
      try #require(pictures.count == 3)
      let outcome = try Animconv.run(
        ["p/\(pictures[0])", "p/\(pictures[2])", "a.gif", "out.gif", "--concat", "--fps", "5"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try durations("out.gif", in: folder) == [0.2, 0.2, 0.1, 0.1, 0.1])
    }
  }

  @Test func aNumberedOutputThatMayBeAnInputIsNotReplaced() throws {
    try withFiles { folder in
      for name in ["part1.gif", "part2.gif"] {
        try FileManager.default.copyItem(
          at: folder.appendingPathComponent("a.gif"), to: folder.appendingPathComponent(name))
      }
      let line = ["part1.gif", "part2.gif", "part3.gif", "--concat", "-y"]
      #expect(try Animconv.run(line, in: folder).status == 0)
      let again = try Animconv.run(line, in: folder)
      #expect(again.status == 64)
      #expect(
        again.errors.contains("it may be one of them; choose another name"), "\(again.errors)")
      let other = ["part1.gif", "part2.gif", "joined.gif", "--concat", "-y"]
      for _ in 0..<2 { #expect(try Animconv.run(other, in: folder).status == 0) }
    }
  }

  /// The picture of an atlas that an edit shows above its frames.
  @Test func filesOfTheOverlayAreNotReplaced() throws {
    try withFiles { folder in
      #expect(try Animconv.run(["b.gif", "s.png"], in: folder).status == 0)
      try Data(#"{"clips": ["a.gif"], "overlay": {"input": "s.json"}}"#.utf8)
        .write(to: folder.appendingPathComponent("over.json"))
      let before = try Data(contentsOf: folder.appendingPathComponent("s.png"))
      let outcome = try Animconv.run(
        ["over.json", "s.png", "-y", "--data", "none"], in: folder)
      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("is a part of the input"), "\(outcome.errors)")
      #expect(try Data(contentsOf: folder.appendingPathComponent("s.png")) == before)
    }
  }

  /// Folders, patterns and files of edits in place lead nowhere else, either.
  @Test(arguments: [#""lf""#, #""lf/*.png""#, #""l.gif""#, #"{"input": {"clips": ["l.gif"]}}"#])
  func linksAreNotFollowed(clip: String) throws {
    try withFiles { folder in
      #expect(try Animconv.run(["a.gif", "p/", "-q"], in: folder).status == 0)
      for (name, target) in [("lf", "p"), ("l.gif", "a.gif")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
      }
      try Data(#"{"clips": [\#(clip)]}"#.utf8)
        .write(to: folder.appendingPathComponent("linked.json"))
      let outcome = try Animconv.run(["linked.json", "out.gif"], in: folder)
      #expect(outcome.status != 0)
      #expect(outcome.errors.contains("links are not followed"), "\(outcome.errors)")
      #expect(!folder.names.contains("out.gif"))
    }
  }
}
