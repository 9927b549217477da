import Foundation
import TestSupport
import Testing

/// A batch whose job makes one sheet of several inputs.
@Suite struct BatchedSheetTests {
  private func make(_ name: String, frames: Int, in folder: URL) throws {
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=24x16:r=10",
      "-frames:v", "\(frames)", folder.appendingPathComponent(name).path)
  }

  private func describe(_ inputs: String, in folder: URL) throws {
    let text = """
      {"out": "dist", "jobs": [
        {"inputs": \(inputs), "name": "hero.{ext}", "settings": {"container": "png"}}]}
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("build.json"))
  }

  private func tags(_ folder: URL) throws -> [String] {
    let data = try Data(contentsOf: folder.appendingPathComponent("dist/hero.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let tags = try #require((json["meta"] as? [String: Any])?["frameTags"] as? [[String: Any]])
    return tags.map { "\($0["name"] ?? "") \($0["from"] ?? "")-\($0["to"] ?? "")" }
  }

  /// The output of a run, in one line, and the files that a depfile names.
  private func run(_ folder: URL) throws -> (summary: String, dependencies: String) {
    let outcome = try Animconv.run(
      ["batch", "build.json", "--depfile", "d.d", "--stamp", "done"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try String(
      contentsOf: folder.appendingPathComponent("d.d"), encoding: .utf8)
    return (outcome.errors + outcome.text, text)
  }

  @Test func itIsMadeAgainWhenOneOfItsInputsHasChanged() throws {
    try withTemporaryFolder { folder in
      try make("idle.gif", frames: 3, in: folder)
      try make("walk2.gif", frames: 4, in: folder)
      try describe(#"{"idle": "idle.gif", "run": "walk2.gif"}"#, in: folder)
      let first = try run(folder)
      #expect(try tags(folder) == ["idle 0-2", "run 3-6"])
      #expect(first.dependencies.contains("idle.gif") && first.dependencies.contains("walk2.gif"))
      let page = folder.appendingPathComponent("dist/hero.png")
      func stamp() throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: page.path)[.modificationDate] as? Date
      }
      let written = try stamp()
      _ = try run(folder)
      #expect(try stamp() == written)
      try make("walk2.gif", frames: 6, in: folder)
      _ = try run(folder)
      #expect(try tags(folder) == ["idle 0-2", "run 3-8"])
      try describe(#"{"run": "walk2.gif", "idle": "idle.gif"}"#, in: folder)
      _ = try run(folder)
      #expect(try tags(folder) == ["run 0-5", "idle 6-8"])
      try describe(#"{"run": "walk2.gif", "stand": "idle.gif"}"#, in: folder)
      _ = try run(folder)
      #expect(try tags(folder) == ["run 0-5", "stand 6-8"])
    }
  }

  @Test func anOutputOverItsSecondInputIsRefused() throws {
    try withTemporaryFolder { folder in
      try make("idle.gif", frames: 2, in: folder)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("dist"), withIntermediateDirectories: false)
      try make("dist/hero.png", frames: 1, in: folder)
      try describe(#"{"idle": "idle.gif", "run": "dist/hero.png"}"#, in: folder)
      let before = try Data(contentsOf: folder.appendingPathComponent("dist/hero.png"))
      let outcome = try Animconv.run(["batch", "build.json", "-y"], in: folder)
      #expect(outcome.status == 73 || outcome.status == 64, "\(outcome.status) \(outcome.errors)")
      #expect(try Data(contentsOf: folder.appendingPathComponent("dist/hero.png")) == before)
    }
  }

  /// Reports say which animations share cells.
  @Test func reportsNameTheAnimationsThatShareCells() throws {
    try withTemporaryFolder { folder in
      try make("idle.gif", frames: 3, in: folder)
      try make("run.gif", frames: 4, in: folder)
      let outcome = try Animconv.run(
        ["idle.gif", "run.gif", "hero.png", "--merge-duplicates", "--json"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let json = try #require(
        try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let plan = try #require(json["plan"] as? [String: Any])
      let shared = try #require(plan["sharedCells"] as? [[String: Any]])
      #expect(shared.count == 1)
      #expect(shared[0]["animations"] as? [String] == ["idle", "run"])
      let cells = try #require(plan["cells"] as? Int)
      #expect(shared[0]["cells"] as? Int == 3 && cells == 4)
      let text = try Animconv.run(
        ["idle.gif", "run.gif", "hero.png", "--merge-duplicates", "-y"], in: folder)
      #expect(
        text.errors.contains("7 frames share 4 cells; \"idle\" and \"run\" share 3 of them"),
        "\(text.errors)")
    }
  }
}
