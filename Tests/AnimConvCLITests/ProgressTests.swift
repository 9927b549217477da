import Foundation
import Testing

@testable import AnimConvCLI

/// Progress on terminals of every width, and never in a pipe.
@Suite struct ProgressTests {
  @Test func whatIsLeastWantedGoesFirst() {
    func line(_ columns: Int) -> String {
      ProgressText.line(
        done: 120, total: 600, elapsed: .milliseconds(2500), bytes: 1_114_000, columns: columns)
    }
    #expect(line(39) == "120/600  48.0 fps  1.11 MB  ETA 0:10")
    #expect(line(35) == "120/600  48.0 fps  ETA 0:10")
    #expect(line(20) == "120/600  ETA 0:10")
    #expect(line(10) == "120/600")
    #expect(line(79).hasPrefix("[####--------------------]  20%  120/600  48.0 fps"))
    for columns in 20...200 { #expect(line(columns).count <= columns) }
  }

  @Test func omitsUnknownFigures() {
    #expect(
      ProgressText.line(done: 0, total: 600, elapsed: .zero, columns: 20) == "0/600  0.0 fps")
    #expect(
      ProgressText.line("analyzing", done: 3, total: 4, elapsed: .seconds(3), columns: 39)
        == "analyzing 3/4  1.0 fps  ETA 0:01")
    #expect(ProgressText.remaining(3 * 3600 + 5 * 60 + 9) == "ETA 3:05:09")
    #expect(ProgressText.remaining(59) == "ETA 0:59")
  }

  /// An encoder accepts its first frames at once, and then no progress follows.
  @Test func aRateOfTheFirstMomentsIsLeftOut() {
    func line(_ done: Int, _ elapsed: Duration) -> String {
      ProgressText.line(done: done, total: 600, elapsed: elapsed, columns: 39)
    }
    #expect(line(25, .milliseconds(25)) == "25/600")
    #expect(line(25, .milliseconds(500)) == "25/600  50.0 fps  ETA 0:11")
    #expect(line(600, .milliseconds(100)) == "600/600  6000.0 fps  ETA 0:00")
  }

  /// No escape sequence and no carriage return, except those that pseudoterminals put before line
  /// feeds.
  @Test func aDumbTerminalGetsPlainLines() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        atPath: Package.orbit, toPath: folder.appendingPathComponent("a.gif").path)
      for arguments in [
        ["a.gif", "out.webm", "-y"], ["batch", "*.gif", "--out", "out", "--container", "webp"],
        ["compare", "a.gif", "a.gif"], ["report", "a.gif", "a.gif", "-o", "p.html", "-y"],
        ["sweep", "a.gif", "--codec", "h264", "--crf", "30", "-o", "s.html", "-y"],
      ] {
        let (status, text) = try Animconv.onTerminal(
          arguments, columns: 80, environment: ["TERM": "dumb"], in: folder)
        #expect(status == 0, "\(text)")
        let own = text.replacingOccurrences(of: "\r\n", with: "\n")
        #expect(!own.contains("\r") && !own.contains("\u{1B}"), "\(arguments): \(text)")
      }
    }
  }

  /// The next text, such as a shell's prompt, begins on a new line.
  @Test(arguments: [
    ["o.gif", "out.webm", "--scale", "12x", "--min-duration", "100"],
    ["batch", "o.gif", "--out", "b", "--container", "webm", "--scale", "12x"],
  ])
  func anInterruptedLineIsEnded(arguments: [String]) throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        atPath: Package.orbit, toPath: folder.appendingPathComponent("o.gif").path)
      let outcome = try Animconv.onTerminal(
        arguments, columns: 80, interrupts: true, environment: ["TERM": "xterm"], in: folder)
      #expect(outcome.status == 130, "\(outcome.text)")
      #expect(outcome.text.utf8.last == UInt8(ascii: "\n"), "\(outcome.text.suffix(200))")
    }
  }

  @Test func namesAreCutToTheirColumns() {
    #expect(ProgressText.fitted("orbit.gif", columns: 9) == "orbit.gif")
    #expect(ProgressText.fitted("orbit.gif", columns: 8) == "orbit...")
    #expect(ProgressText.fitted("動画.gif", columns: 7) == "動画...")
    let line = ProgressText.line(
      name: "a-name-that-is-much-too-long-for-it.mp4", figures: "1/2  3.0 fps", columns: 39)
    #expect(line == "a-name-that-is-much-to...  1/2  3.0 fps")
  }

  /// The successive states of the terminal's lines: a carriage return, a cursor movement or a
  /// clearing escape begins a new state.
  private static func pieces(_ text: String) -> [String] {
    text.replacing(/\u{1B}\[[0-9]*[A-Z]/, with: "\r").split(whereSeparator: \.isNewline)
      .flatMap { $0.split(separator: "\r") }.map(String.init)
  }

  @Test func fitsProgressIntoTheAvailableColumns() throws {
    try withTemporaryFolder { folder in
      for columns in [40, 100] {
        let (status, text) = try Animconv.onTerminal(
          [Package.orbit, "out.mp4", "-y"], columns: columns, environment: ["TERM": "xterm"],
          in: folder)
        #expect(status == 0, "\(text)")
        let shown = Self.pieces(text).filter { !$0.hasPrefix("animconv: ") }
        #expect(shown.contains { $0.contains("24/24") && $0.contains(" fps") }, "\(text)")
        #expect(shown.allSatisfy { $0.count < columns }, "\(text)")
        #expect(shown.contains { $0.contains("[####") } == (columns == 100), "\(text)")
      }
      // A pipe gets no escapes.
      let piped = try Animconv.run([Package.orbit, "out.mp4", "-y"], in: folder)
      #expect(!piped.errors.contains("fps") && !piped.errors.contains("\r"), "\(piped.errors)")
    }
  }

  @Test func aBatchHasALineForEachWorkerAndOneForAll() throws {
    try withTemporaryFolder { folder in
      for index in 0..<6 {
        try FileManager.default.copyItem(
          atPath: Package.orbit, toPath: folder.appendingPathComponent("\(index)-動画.gif").path)
      }
      let batch = [
        "batch", "*.gif", "--out", "out", "--container", "webm", "--jobs", "3", "--force",
      ]
      let (status, text) = try Animconv.onTerminal(
        batch, columns: 40, environment: ["TERM": "xterm"], in: folder)
      #expect(status == 0, "\(text)")
      let shown = Self.pieces(text)
      #expect(shown.contains { $0.contains("-動画.webm") && $0.contains("/24") }, "\(text)")
      #expect(shown.contains { $0.contains("/6  ") && $0.contains("%") }, "\(text)")
      #expect(shown.filter { !$0.hasPrefix("animconv: ") }.allSatisfy { $0.count < 40 }, "\(text)")
      // A dumb terminal shows only the last line, a pipe nothing.
      let dumb = try Animconv.onTerminal(
        batch, columns: 40, environment: ["TERM": "dumb"], in: folder
      ).text
      #expect(!dumb.contains("\u{1B}") && dumb.contains("/6  "), "\(dumb)")
      let piped = try Animconv.run(batch, in: folder)
      #expect(
        piped.errorLines == [
          "animconv: 6 outputs have notes; --verbose prints them",
          "animconv: 6 written, 0 unchanged, 0 failed",
        ])
    }
  }
}
