import Foundation
import Testing

/// Runs the commands of the README unchanged in a folder with the named files: the results are as
/// their comments say.
@Suite struct ReadmeCommandTests {
  /// The command lines of the table below a heading.
  private static func commands(below heading: String) throws -> [String] {
    let readme = try String(
      contentsOf: Package.root.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(
      readme.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
    let table = section.drop { $0 == "\n" }.components(separatedBy: "\n\n")[0]
    return table.matches(of: /\| `(animconv [^`]+)` \|/).map { String($0.1) }
  }

  private static func make(_ arguments: [String], in folder: URL) throws {
    let outcome = try Animconv.run(arguments + ["-y", "-q"], in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
  }

  @Test func everyCommandDoesWhatItSays() throws {
    let commands = try Self.commands(below: "What it does")
    #expect(commands.count == 12)
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("in/deep"), withIntermediateDirectories: true)
      for name in ["in.gif", "in/deep/in.gif"] {
        try FileManager.default.copyItem(
          atPath: Package.orbit, toPath: folder.appendingPathComponent(name).path)
      }
      try Self.make(["in.gif", "clip.mp4", "--min-duration", "5"], in: folder)
      try Self.make(["in.gif", "frames/"], in: folder)
      let path = Animconv.executable.deletingLastPathComponent().path + ":/usr/bin:/bin"
      for command in commands {
        let outcome = try Animconv.run(
          ["-c", command], with: URL(fileURLWithPath: "/bin/sh"), in: folder,
          environment: ["PATH": path])
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      }
      let names = Set(folder.names)
      #expect(
        names.isSuperset(of: [
          "out.mp4", "out.gif", "smaller.gif", "sticker.webm", "walk.png", "walk.json", "out.webp",
          "out.avif", "sheet.png", "poster.png", "small.mp4",
        ]))
      #expect(
        Set(folder.appendingPathComponent("dist").names)
          .isSuperset(of: ["in.mp4", "in.webm", "in-poster.png"]))
    }
  }

  /// The files that a build installs and that packages are made from exist.
  @Test func everyScriptThatItNamesExists() throws {
    let readme = try String(
      contentsOf: Package.root.appendingPathComponent("README.md"), encoding: .utf8)
    let links = readme.matches(of: /\]\(([^):]+)\)/).map { String($0.1) }
    let scripts = readme.matches(of: /\.ci\/[a-z]+/).map { String($0.0) }
    #expect(links.count > 10 && scripts.count > 3)
    for path in links + scripts {
      #expect(
        FileManager.default.fileExists(atPath: Package.root.appendingPathComponent(path).path),
        "\(path)")
    }
  }
}
