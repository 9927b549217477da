import Foundation
import Testing

/// The parts of the release scripts that can be tested without a build.
@Suite struct PackagingScriptTests {
  private func bash(
    _ script: String, in folder: URL, _ environment: [String: String] = [:]
  ) throws -> Animconv.Outcome {
    try Animconv.run(
      ["-c", script], with: URL(fileURLWithPath: "/bin/bash"), in: folder, environment: environment)
  }

  /// It fails at the check for the corpus, after the check of the sources.
  @Test func aReleaseInsideTheTreeIsMadeAgain() throws {
    try withTemporaryFolder { folder in
      let scripts = folder.appendingPathComponent(".ci")
      try FileManager.default.createDirectory(at: scripts, withIntermediateDirectories: false)
      try FileManager.default.copyItem(
        at: Package.root.appendingPathComponent(".ci/release"),
        to: scripts.appendingPathComponent("release"))
      let identity = "-c user.name=a -c user.email=a@example.com"
      let made = try bash(
        "git init -q . && git add -A && git \(identity) commit -qm sources", in: folder)
      #expect(made.status == 0, "\(made.errors)")
      func release(_ arguments: String) throws -> String {
        try bash(".ci/release \(arguments)", in: folder, ["ANIMCONV_CORPUS": "/nonexistent"]).errors
      }
      let hasPassed = "release: no corpus at /nonexistent; set ANIMCONV_CORPUS\n"
      let isChanged = "release: the working tree has changes that are in no commit\n"

      #expect(try release("files") == hasPassed)
      #expect(folder.names == [".ci", ".git"], "what is refused makes no folder")
      _ = try bash("mkdir -p files/of && touch files/animconv.rb files/of/a", in: folder)
      #expect(try release("files") == hasPassed)
      #expect(try release("files/of") == isChanged)
      #expect(try release("") == isChanged)
      _ = try bash("touch new", in: folder)
      #expect(try release("files") == isChanged)
      #expect(try release(".").contains("has sources in it; name another folder"))
      #expect(try release(".ci").contains("has sources in it; name another folder"))
    }
  }

  /// Packages built in an image equal those that `.ci/package` builds elsewhere.
  @Test func anImageSetsNoTimeOfItsOwn() throws {
    try withTemporaryFolder { folder in
      let recipe = try String(
        contentsOf: Package.root.appendingPathComponent(".ci/packaging/Containerfile"),
        encoding: .utf8)
      let run = try #require(
        recipe.components(separatedBy: "\nRUN ").first { $0.contains(".ci/package ") }?
          .components(separatedBy: "\n\n").first)
      let stubs = """
        unset SOURCE_DATE_EPOCH; mkdir .ci; printf 'true\\n' > .ci/setup
        printf 'echo "${SOURCE_DATE_EPOCH:-of the sources}"\\n' > .ci/package; chmod +x .ci/*
        """
      let outcome = try bash("\(stubs)\n\(run)", in: folder)
      #expect(outcome.text == "of the sources\n", "\(outcome.errors)")
    }
  }
}
