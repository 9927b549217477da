import Foundation
import Testing

/// Runs every command of the README and of the documentation's pages unchanged, in a folder with
/// the named files, which are made from the README's animation.
@Suite struct DocumentedCommandTests {
  static let pages: [String] = {
    let sources = Package.root.appendingPathComponent("Sources")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path)) ?? []
    let articles = names.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
    return ["README.md"] + articles.map { "Sources/\($0)" }
  }()

  /// The lines of shell code that begin with the command, without comments and commands for
  /// superusers.
  private static func commands(of page: String) throws -> [String] {
    let text = try String(
      contentsOf: Package.root.appendingPathComponent(page), encoding: .utf8)
    let blocks = text.matches(of: /```(?:sh|bash)\n((?:.*\n)*?)```/).map { String($0.1) }
    return blocks.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("animconv ") }
      .map { line in
        let end = line.firstRange(of: #/ +# /#)?.lowerBound ?? line.endIndex
        return line[..<end].components(separatedBy: " | sudo")[0]
      }
  }

  /// The command in a form that can run here: once, and overwriting.
  private static func runnable(_ command: String) -> String {
    let once = command.replacingOccurrences(of: " --watch", with: "")
    let words = once.split(separator: " ")
    let others = ["batch", "inspect", "compare", "check", "presets", "doctor", "worker"]
    let replaces = !words[1].hasPrefix("--") && !others.contains(String(words[1]))
    guard replaces else { return once }
    return once.replacingOccurrences(of: "animconv ", with: "animconv -y ")
      .replacingOccurrences(of: "animconv -y report", with: "animconv report -y")
      .replacingOccurrences(of: "animconv -y sweep", with: "animconv sweep -y")
  }

  private static func make(_ arguments: [String], in folder: URL) throws {
    let outcome = try Animconv.run(arguments + ["-y", "-q"], in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
  }

  private static func prepare(_ folder: URL) throws {
    func copy(_ source: String, to name: String) throws {
      let target = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: source, toPath: target.path)
    }
    for name in [
      "in.gif", "pixels.gif", "in/in.gif", "in/deep/in.gif", "assets/in.gif", "assets/deep/in.gif",
      "art/in.gif", "Tests/Fixtures/orbit.gif",
    ] { try copy(Package.orbit, to: name) }
    for arguments in [
      ["in.gif", "clip.mp4", "--min-duration", "5"], ["in.gif", "out.mp4"],
      ["in.gif", "smaller.gif"], ["in.gif", "walk.png", "--layout", "packed", "--data", "pixi"],
      ["in.gif", "frames/", "--name", "f", "--pad", "4", "--data", "none"],
      ["in.gif", "tiles.png", "--scale", "96x66", "--fit", "exact", "--layout", "row"],
      ["in.gif", "icons/a.png", "--poster", "first"],
      ["in.gif", "out.webm", "--preset", "telegram-sticker"],
      ["in.gif", "sticker.webm", "--preset", "telegram-sticker"],
    ] {
      if arguments[1].hasPrefix("icons/") {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent("icons"), withIntermediateDirectories: false)
      }
      try make(arguments, in: folder)
    }
    try copy(folder.appendingPathComponent("clip.mp4").path, to: "clip.mkv")
    for (name, text) in [
      (
        "edit.json",
        #"""
        {"clips": ["in.gif", {"input": "clip.mp4", "range": "1s..2s", "crop": "96x66+0+0", "speed": 2},
        {"input": "in.gif", "range": ["20...", "0-3"], "reverse": true, "delays": "50ms", "repeat": 3}],
        "sizes": "pad", "loops": 0, "overlay": {"input": "icons/a.png", "x": 4, "y": 4}}
        """#
      ),
      (
        "build.json",
        #"{"out": "dist", "jobs": [{"inputs": "assets/**/*.gif", "preset": "web-hero"}]}"#
      ), ("mine.json", #"{"name": "mine", "description": "mine", "settings": {"crf": 30}}"#),
    ] { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
  }

  @Test func everyCommandWorks() throws {
    var count = 0
    try withTemporaryFolder { prepared in
      try Self.prepare(prepared)
      var known: Set<String> = []
      for page in Self.pages {
        for command in try Self.commands(of: page) where known.insert(command).inserted {
          count += 1
          try run(command, of: page, in: prepared)
        }
      }
    }
    #expect(count > 60)
  }

  private func run(_ command: String, of page: String, in prepared: URL) throws {
    try withTemporaryFolder { parent in
      let folder = parent.appendingPathComponent("here")
      try FileManager.default.copyItem(at: prepared, to: folder)
      let path = Animconv.executable.deletingLastPathComponent().path + ":/usr/bin:/bin"
      let outcome = try Animconv.run(
        ["-c", Self.runnable(command)], with: URL(fileURLWithPath: "/bin/sh"), in: folder,
        environment: ["PATH": path])
      #expect(outcome.status == 0, "\(page): \(command): \(outcome.errors)")
    }
  }
}
