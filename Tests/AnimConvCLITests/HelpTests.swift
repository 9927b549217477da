import Foundation
import Testing

@Suite struct HelpTests {
  static let pages: [(arguments: [String], golden: String)] = [
    (["--help"], "help.txt"),
    (["help", "convert"], "help-convert.txt"),
    (["help", "timing"], "help-timing.txt"),
    (["help", "exit"], "help-exit.txt"),
    (["help", "batch", "run"], "help-batch.txt"),
    (["help", "batch", "merge"], "help-batch-merge.txt"),
    (["help", "worker"], "help-worker.txt"),
    (["help", "inspect"], "help-inspect.txt"),
    (["help", "compare"], "help-compare.txt"),
    (["help", "report"], "help-report.txt"),
    (["help", "sweep"], "help-sweep.txt"),
    (["help", "check"], "help-check.txt"),
    (["help", "presets"], "help-presets.txt"),
    (["help", "doctor"], "help-doctor.txt"),
  ]

  @Test(arguments: pages)
  func helpReadsAsAWhole(arguments: [String], golden: String) throws {
    let outcome = try Animconv.run(arguments, environment: ["COLUMNS": "100"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    try Golden.expect(outcome.text, matches: golden)
  }

  /// Every way to request help prints the page of the command, under the command's name.
  @Test(arguments: [
    (["in.gif", "out.mp4", "--help"], "help-convert.txt"),
    (["in.gif", "-h", "out.mp4"], "help-convert.txt"),
    (["in.gif", "--help"], "help-convert.txt"), (["in.gif", "-help"], "help-convert.txt"),
    (["convert", "--help"], "help-convert.txt"), (["-help"], "help.txt"),
    (["inspect", "--help"], "help-inspect.txt"), (["compare", "a", "-h"], "help-compare.txt"),
    (["report", "--help"], "help-report.txt"), (["sweep", "--help"], "help-sweep.txt"),
    (["check", "--help"], "help-check.txt"), (["presets", "--help"], "help-presets.txt"),
    (["doctor", "--help"], "help-doctor.txt"), (["worker", "--help"], "help-worker.txt"),
    (["batch", "run", "--help"], "help-batch.txt"),
    (["batch", "merge", "--help"], "help-batch-merge.txt"),
  ])
  func helpIsGivenWhereverItIsAskedFor(arguments: [String], golden: String) throws {
    let outcome = try Animconv.run(arguments, environment: ["COLUMNS": "100"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    try Golden.expect(outcome.text, matches: golden)
  }

  @Test func theVersionIsOneLine() throws {
    let outcome = try Animconv.run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.text == "animconv 1.0.0\n")
  }

  @Test func machinesReadTheVersion() throws {
    let outcome = try Animconv.run(["--version", "--json"])
    #expect(outcome.status == 0)
    let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    #expect(object?["version"] as? String == "1.0.0")
    #expect(object?["license"] as? String == "Apache-2.0")
    #expect((object?["builtFor"] as? [String: String])?.count == 5)
    #expect((object?["opens"] as? [String: [Int]])?["libavcodec"] == [63, 62, 61, 60, 59])
  }

  /// A screen has 24 lines of 80 columns.
  @Test func helpFitsOnTwoScreens() throws {
    let lines = try Animconv.run(["--help"]).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 49)
    for line in lines { #expect(line.count <= 80, "\(line)") }
  }

  /// A topic explains each option of a conversion, in addition to the long page.
  @Test func topicsExplainEveryOption() throws {
    func options(_ text: String) -> Set<String> {
      Set(
        text.split(separator: "\n").compactMap { line in
          line.firstMatch(of: /^  (-{1,2}[a-zA-Z][a-z-]*)/).map { String($0.1) }
        })
    }
    let topics = [
      "input", "timing", "size", "transparency", "video", "images", "sheets", "frames", "players",
      "output",
    ]
    let explained = try topics.reduce(Set<String>()) {
      let outcome = try Animconv.run(["help", $1])
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("\n  -"), "\($1)")
      return $0.union(options(outcome.text))
    }
    let all = options(try Animconv.run(["help", "options"]).text)
    #expect(all.count > 80)
    #expect(all.subtracting(explained) == ["-h"])
  }

  @Test func aTopicThatDoesNotExistIsAnError() throws {
    let outcome = try Animconv.run(["help", "timming"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("no help about 'timming'; did you mean 'timing'?"))
  }

  /// The command has every option that the README and the articles mention.
  @Test func everyOptionInTheDocumentationIsInTheHelp() throws {
    let articles = [
      "CommandLine", "InputsAndOutputs", "SheetsAndFrames", "PlayerOutputs", "Presets", "Batches",
      "CompleteOutputs",
    ].map { "Sources/AnimConv/AnimConv.docc/\($0).md" }
    let readme = try (["README.md"] + articles).map {
      try String(contentsOf: Package.root.appendingPathComponent($0), encoding: .utf8)
    }.joined(separator: "\n")
    let help = try [
      ["convert"], ["batch", "run"], ["batch", "merge"], ["inspect"], ["worker"],
    ].reduce("") {
      $0 + (try Animconv.run(["help"] + $1).text)
    }
    let named = readme.matches(of: /--[a-z][a-z-]*[a-z]/).map { String($0.output) }
    let ofOthers: Set<String> = [
      "--disable-xctest", "--help",
    ]
    #expect(named.count > 5)
    for option in Set(named).subtracting(ofOthers) {
      #expect(help.contains(option), "\(option) is in the documentation and not in the help")
    }
  }

  @Test func continuousIntegrationRunsTheReadmesTestCommand() throws {
    let readme = try String(
      contentsOf: Package.root.appendingPathComponent("README.md"), encoding: .utf8)
    let run = try String(
      contentsOf: Package.root.appendingPathComponent(".ci/run"), encoding: .utf8)
    let command = ".ci/setup && swift test -c release -Xswiftc -enable-testing --disable-xctest"
    #expect(readme.contains("\n\(command)\n"))
    #expect(run.contains("\n\(command) "))
  }
}
