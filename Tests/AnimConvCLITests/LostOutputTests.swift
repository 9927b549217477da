import Foundation
import Testing

#if os(Linux)
  /// Results that cannot be written are reported as an I/O error, for any destination.
  @Suite struct LostOutputTests {
    static let commands = [
      ["ORBIT", "out.mp4", "--json"],
      ["ORBIT", "out.mp4", "--json", "-q"],
      ["ORBIT", "out.mp4", "--json", "--dry-run"],
      ["ORBIT", "out.mp4", "--dry-run"],
      ["inspect", "ORBIT", "--json"],
      ["inspect", "ORBIT"],
      ["compare", "ORBIT", "orbit.mp4"],
      ["check", "orbit.mp4", "--preset", "web-hero", "--json"],
      ["presets"],
      ["presets", "--json"],
      ["presets", "web-hero"],
      ["doctor"],
      ["--help"],
      ["--version"],
      ["inspect", "--help"],
      ["batch", "ORBIT", "--out", "made", "--container", "mp4", "--json"],
      ["batch", "ORBIT", "--out", "made", "--container", "mp4", "--list"],
      ["batch", "ORBIT", "--out", "made", "--container", "mp4", "--list-units"],
      ["batch", "ORBIT", "--out", "made", "--container", "mp4", "--dry-run", "--json"],
      ["batch", "merge", "report.jsonl"],
    ]

    @Test(arguments: commands)
    func aFullDeviceAsStandardOutputEndsWith74(arguments: [String]) throws {
      try withTemporaryFolder { folder in
        try prepare(folder)
        let outcome = try run(arguments, in: folder, redirected: ">/dev/full")
        #expect(outcome.status == 74)
        // With `--json`, errors are JSON, too.
        let line =
          arguments.contains("--json")
          ? #"{"error":{"code":"no-space","exitCode":74,"file":"standard output","reason":"No space left on device","#
            + #""remedy":"free some space and run the command again","stage":"writing"}}"#
          : "animconv: standard output: writing: No space left on device; "
            + "free some space and run the command again"
        #expect(outcome.errorLines.count { $0 == line } == 1, "\(outcome.errors)")
      }
    }

    @Test func keepsOutputsWhenTheReportIsLost() throws {
      try withTemporaryFolder { folder in
        try prepare(folder)
        let outcome = try run(
          ["ORBIT", "out.mp4", "--json"], in: folder, redirected: ">/dev/full")
        #expect(outcome.status == 74)
        #expect(folder.names.contains("out.mp4"))
        let batch = try run(
          ["batch", "ORBIT", "ORBIT.gif", "--out", "made", "--container", "mp4", "--json"],
          in: folder, redirected: ">/dev/full")
        #expect(batch.status == 74)
        #expect(batch.errorLines.filter { $0.contains("standard output") }.count == 1)
        #expect(folder.appendingPathComponent("made").names.count == 3)
      }
    }

    @Test func aBatchReportThatIsLostEndsWith74AndItsName() throws {
      try withTemporaryFolder { folder in
        try prepare(folder)
        let outcome = try run(
          ["batch", "ORBIT", "--out", "made", "--container", "mp4", "--report", "/dev/full"],
          in: folder)
        #expect(outcome.status == 74)
        #expect(outcome.errors.contains("animconv: /dev/full: writing: No space left on device"))
      }
    }

    /// `head`, or a pager that is closed early, has read enough.
    @Test func aReaderThatWentAwayIsNoError() throws {
      try withTemporaryFolder { folder in
        try prepare(folder)
        let outcome = try run(
          ["inspect", "ORBIT", "--json"], in: folder, redirected: "| true; exit ${PIPESTATUS[0]}")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
      }
    }

    /// The next file that is opened would take the place of a closed stream, and the text would go
    /// into it.
    @Test(arguments: [">&-", ">&- 2>&-", ">&- 2>&- <&-"])
    func aStreamThatIsClosedTakesNoFilesPlace(redirected: String) throws {
      try withTemporaryFolder { folder in
        try prepare(folder)
        let open = try run(["ORBIT", "whole.mp4"], in: folder)
        #expect(open.status == 0)
        let outcome = try run(
          ["batch", "ORBIT", "ORBIT.gif", "text.gif", "--out", "made", "--container", "mp4"]
            + ["--json", "-v"], in: folder, redirected: redirected)
        #expect(outcome.status == 74)
        let whole = try Data(contentsOf: folder.appendingPathComponent("whole.mp4"))
        for name in ["orbit.mp4", "copy.mp4"] {
          let made = try Data(contentsOf: folder.appendingPathComponent("made/" + name))
          #expect(made == whole)
        }
      }
    }

    private func prepare(_ folder: URL) throws {
      let copy = folder.appendingPathComponent("copy.gif")
      try FileManager.default.copyItem(atPath: Package.orbit, toPath: copy.path)
      try Data("this is not a picture".utf8).write(to: folder.appendingPathComponent("text.gif"))
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("report"), withIntermediateDirectories: true)
      let made = try run(["ORBIT", "orbit.mp4"], in: folder)
      try #require(made.status == 0)
      let report = try run(
        ["batch", "ORBIT", "--out", "report", "--container", "mp4", "--report", "report.jsonl"],
        in: folder)
      try #require(report.status == 0)
    }

    private func run(
      _ arguments: [String], in folder: URL, redirected: String = ""
    ) throws -> Animconv.Outcome {
      let words = arguments.map { word in
        switch word {
        case "ORBIT": Package.orbit
        case "ORBIT.gif": "copy.gif"
        default: word
        }
      }
      return try Animconv.run(
        ["-c", "\"$0\" \"$@\" \(redirected)", Animconv.executable.path] + words,
        with: URL(fileURLWithPath: "/bin/bash"), in: folder)
    }
  }
#endif
