import Foundation
import TestSupport
import Testing

/// More than two names on a command line: several animations on one sheet.
@Suite struct SeveralInputsTests {
  /// Makes `idle.gif` (3 frames of 24x17) and `walk2.gif` (4 of 40x16), and a file with `=` in its name.
  private func withFiles(_ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for (name, size, frames) in [
        ("idle.gif", "24x17", 3), ("walk2.gif", "40x16", 4), ("a=b.gif", "8x8", 2),
      ] {
        _ = try Command.run(
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=\(size):r=10",
          "-frames:v", "\(frames)", folder.appendingPathComponent(name).path)
      }
      try body(folder)
    }
  }

  private func tags(_ folder: URL) throws -> [String] {
    let data = try Data(contentsOf: folder.appendingPathComponent("hero.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let meta = try #require(json["meta"] as? [String: Any])
    let tags = try #require(meta["frameTags"] as? [[String: Any]])
    return tags.map { "\($0["name"] ?? "") \($0["from"] ?? "")-\($0["to"] ?? "")" }
  }

  @Test func eachInputIsAnAnimation() throws {
    try withFiles { folder in
      let outcome = try Animconv.run(
        ["idle.gif", "run=walk2.gif", "a=b.gif", "hero.png"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try tags(folder) == ["idle 0-2", "run 3-6", "a=b 7-8"])
      let again = try Animconv.run(
        ["idle.gif", "idle2=idle.gif", "hero.png", "-y", "--data", "aseprite"], in: folder)
      #expect(again.status == 0)
      #expect(try tags(folder) == ["idle 0-2", "idle2 3-5"])
    }
  }

  /// The typed line and its answer.
  @Test(
    arguments: [
      (
        ["idle.gif", "walk2.gif", "x.gif"], "Unexpected argument 'x.gif'; a conversion has one IN",
        64
      ),
      (
        ["idle.gif", "walk2.gif", "x.gif", "y.gif"], "2 unexpected arguments: 'x.gif', 'y.gif'", 64
      ),
      (["idle.gif", "walk2.gif", "out/"], "Unexpected argument 'out/'", 64),
      (["idle.gif", "idle.gif", "hero.png"], "as in idle2=idle.gif", 64),
      (["idle.gif", "-", "hero.png"], "none can be '-'", 64),
      (["f1.png", "f2.png", "f10.png", "-y"], "put the pattern in quotes", 64),
      (["idle.gif", "none.gif", "hero.png"], "animconv: none.gif: reading: no such file", 66),
      (["idle.gif", "walk2.gif", "hero.png", "--tag", "x"], "leave out --tag", 64),
      (["idle.gif", "walk2.gif", "hero.png", "--loops", "2"], "in a file of its own", 64),
      (["idle.gif", "walk2.gif", "hero.png", "--data", "webvtt"], "use --data aseprite", 64),
      (
        ["idle.gif", "walk2.gif", "walk2.gif", "-y", "--container", "png"],
        "the output is the input", 73
      ),
    ] as [([String], String, Int32)])
  func whatDoesNotGoTogetherIsTold(arguments: [String], part: String, status: Int32) throws {
    try withFiles { folder in
      let outcome = try Animconv.run(arguments, in: folder)
      #expect(outcome.status == status)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
    }
  }

  /// The memory equals that of one page's row of cells, for any number of frames and inputs.
  @Test func memoryDoesNotGrowWithTheInputs() throws {
    let peaks = try [2, 12].map { count in
      try withTemporaryFolder { folder in
        let film = folder.appendingPathComponent("in.y4m")
        try Film.y4m(width: 128, height: 128, frames: 40).write(to: film)
        let inputs = (0..<count).map { "a\($0)=in.y4m" }
        return try Animconv.peakBytes(inputs + ["s.png", "--max-size", "32768", "-q"], in: folder)
      }
    }
    #expect(peaks[1] - peaks[0] < 10 * 40 * 128 * 128 * 4 / 3, "\(peaks)")
  }
}
