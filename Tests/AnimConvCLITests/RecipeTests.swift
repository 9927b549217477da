import Foundation
import Testing

/// Runs the files of `Tests/Recipes` with the tools for which they are written: they rebuild
/// exactly the changed files.
@Suite struct RecipeTests {
  struct Tool: CustomTestStringConvertible, Sendable {
    let name: String
    /// The recipe, in `Tests/Recipes`.
    let file: String
    /// What a user types.
    let commands: [[String]]
    var testDescription: String { name }
  }

  static let tools = [
    Tool(name: "make", file: "Makefile", commands: [["make"]]),
    Tool(name: "ninja", file: "build.ninja", commands: [["ninja"]]),
    Tool(
      name: "cmake and make", file: "CMakeLists.txt",
      commands: [
        ["cmake", "-G", "Unix Makefiles", "-B", "build", "."], ["cmake", "--build", "build"],
      ]),
    Tool(
      name: "cmake and ninja", file: "CMakeLists.txt",
      commands: [["cmake", "-G", "Ninja", "-B", "build", "."], ["cmake", "--build", "build"]]),
  ]

  static let recipes = Package.root.appendingPathComponent("Tests/Recipes")

  @Test(
    .enabled(
      if: ["make", "ninja", "cmake"].allSatisfy(Shell.has), "install make, ninja-build and cmake"),
    arguments: tools)
  func rebuildsOnlyWhatChanged(tool: Tool) throws {
    try withTemporaryFolder { folder in
      let files = FileManager.default
      let assets = folder.appendingPathComponent("assets/deep")
      try files.createDirectory(at: assets, withIntermediateDirectories: true)
      // CMake 3.25 loses dollar signs when it rewrites rules for Ninja.
      let odd = tool.file == "CMakeLists.txt" ? "c" : "c$"
      let (first, second) = ("assets/a b.gif", "assets/deep/\(odd).gif")
      for name in [first, second] {
        try files.copyItem(
          atPath: Package.orbit, toPath: folder.appendingPathComponent(name).path)
      }
      for name in [tool.file, "build.json"] {
        try files.copyItem(
          at: Self.recipes.appendingPathComponent(name),
          to: folder.appendingPathComponent(name))
      }
      func build() throws -> [String: Date] {
        for command in tool.commands {
          let outcome = try Shell.run(command, in: folder)
          #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        }
        return try folder.appendingPathComponent("dist").outputs
      }
      let built = try build()
      #expect(Set(built.keys) == ["a b.mp4", "deep/\(odd).mp4"])
      let stamp = tool.file == "CMakeLists.txt" ? "build/animations.done" : "dist/.done"
      func stampDate() throws -> Date? {
        try files.attributesOfItem(atPath: folder.appendingPathComponent(stamp).path)[
          .modificationDate] as? Date
      }

      // Without changes, animconv is not even started.
      let stamped = try stampDate()
      #expect(try build() == built)
      #expect(try stampDate() == stamped)

      // One input.
      Thread.sleep(forTimeInterval: 1.1)
      var bytes = try Data(contentsOf: folder.appendingPathComponent(second))
      let firstDelay = try #require(bytes.range(of: Data([0x21, 0xF9, 0x04])))
      bytes[firstDelay.upperBound + 1] = 99
      try bytes.write(to: folder.appendingPathComponent(second))
      let changed = try build()
      #expect(changed["a b.mp4"] == built["a b.mp4"])
      #expect(changed["deep/\(odd).mp4"] != built["deep/\(odd).mp4"])
      #expect(try stampDate() != stamped)

      // One new file, and one deleted file.
      Thread.sleep(forTimeInterval: 1.1)
      try files.copyItem(
        atPath: Package.orbit, toPath: assets.appendingPathComponent("new.gif").path)
      try files.removeItem(at: folder.appendingPathComponent(first))
      let more = try build()
      #expect(Set(more.keys) == ["a b.mp4", "deep/\(odd).mp4", "deep/new.mp4"])
      #expect(more["deep/\(odd).mp4"] == changed["deep/\(odd).mp4"])

      // Other settings.
      Thread.sleep(forTimeInterval: 1.1)
      let file = folder.appendingPathComponent("build.json")
      try String(contentsOf: file, encoding: .utf8)
        .replacing("23", with: "33").write(to: file, atomically: true, encoding: .utf8)
      let other = try build()
      #expect(other["deep/\(odd).mp4"] != more["deep/\(odd).mp4"])
      #expect(other["deep/new.mp4"] != more["deep/new.mp4"])
    }
  }

  @Test(.enabled(if: Shell.has("parallel"), "install GNU parallel"))
  func sharesRunSideBySide() throws {
    try withTemporaryFolder { folder in
      let assets = folder.appendingPathComponent("assets")
      try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
      for number in 0..<7 {
        try FileManager.default.copyItem(
          atPath: Package.orbit, toPath: assets.appendingPathComponent("\(number).gif").path)
      }
      try Data("broken".utf8).write(to: assets.appendingPathComponent("bad.gif"))
      for name in ["build.json", "parallel.sh", "share.sh"] {
        try FileManager.default.copyItem(
          at: Self.recipes.appendingPathComponent(name),
          to: folder.appendingPathComponent(name))
      }
      let outcome = try Shell.run(["sh", "parallel.sh"], in: folder)
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("animconv: 7 written, 0 unchanged, 1 failed\n"))
      let outputs = try folder.appendingPathComponent("dist").outputs
      #expect(Set(outputs.keys) == Set((0..<7).map { "\($0).mp4" }))
      try FileManager.default.removeItem(at: assets.appendingPathComponent("bad.gif"))
      let again = try Shell.run(["sh", "parallel.sh"], in: folder)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try folder.appendingPathComponent("dist").outputs == outputs)
    }
  }

  /// The documentation shows the same recipes that run here.
  @Test(arguments: [
    ("README.md", "Makefile"), ("Sources/AnimConv/AnimConv.docc/Batches.md", "Makefile"),
    ("Sources/AnimConv/AnimConv.docc/Batches.md", "build.ninja"),
    ("Sources/AnimConv/AnimConv.docc/Batches.md", "CMakeLists.txt"),
  ])
  func theDocumentationShowsTheRecipe(page: String, name: String) throws {
    let text = try String(contentsOf: Package.root.appendingPathComponent(page), encoding: .utf8)
    let recipe = try String(
      contentsOf: Self.recipes.appendingPathComponent(name), encoding: .utf8)
    #expect(text.contains("\n\(recipe)```"))
  }

  /// The manifest's parts that animconv depends on.
  @Test func theIndexedJobTellsTheNumberOfShares() throws {
    let text = try String(
      contentsOf: Self.recipes.appendingPathComponent("kubernetes.yaml"), encoding: .utf8)
    let completions = try #require(text.firstMatch(of: /completions: (\d+)\n/)).1
    let variable = try #require(
      text.firstMatch(of: /name: JOB_COMPLETIONS\n *value: "(\d+)"/)
    ).1
    #expect(completions == variable)
    #expect(text.contains("completionMode: Indexed"))
  }
}

/// Other commands, which find animconv by its name.
enum Shell {
  static func has(_ tool: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
    }
  }

  /// Runs a command with no signal blocked, as a shell would: threads of tests block some, and
  /// CMake waits forever if it is not told that its children have ended.
  static func run(_ command: [String], in folder: URL) throws -> Animconv.Outcome {
    let unblocked = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let own = Animconv.executable.deletingLastPathComponent().path
    return try Animconv.run(
      ["timeout", "120", "python3", "-c", unblocked] + command,
      with: URL(fileURLWithPath: "/usr/bin/env"), in: folder,
      environment: ["PATH": "\(own):\(path)"])
  }
}

extension URL {
  /// The time at which each output of a batch in this folder was written.
  fileprivate var outputs: [String: Date] {
    get throws {
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      var dates: [String: Date] = [:]
      for name in names where name.hasSuffix(".mp4") {
        dates[name] =
          try FileManager.default.attributesOfItem(atPath: appendingPathComponent(name).path)[
            .modificationDate] as? Date
      }
      return dates
    }
  }
}
