import Foundation
import Testing

@Suite struct HelpTests {
  static let pages: [(arguments: [String], golden: String)] = [
    (["--help"], "help.txt"),
    (["help", "convert"], "help-convert.txt"),
    (["help", "batch", "run"], "help-batch.txt"),
    (["help", "batch", "merge"], "help-batch-merge.txt"),
    (["help", "inspect"], "help-inspect.txt"),
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

  @Test func theVersionIsOneLine() throws {
    let outcome = try Animconv.run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.text == "animconv 0.1.0\n")
  }

  /// What the README promises, the command has.
  @Test func everyOptionInTheReadmeIsInTheHelp() throws {
    let readme = try String(
      contentsOf: Package.root.appendingPathComponent("README.md"), encoding: .utf8)
    let help = try [["convert"], ["batch", "run"], ["batch", "merge"]].reduce("") {
      $0 + (try Animconv.run(["help"] + $1).text)
    }
    let named = readme.matches(of: /--[a-z][a-z-]*[a-z]/).map { String($0.output) }
    let ofOthers: Set<String> = [
      "--disable-xctest", "--help", "--static-swift-stdlib", "--multi-page",
      "--generate-completion-script", "--allow-writing-to-package-directory",
    ]
    #expect(named.count > 5)
    for option in Set(named).subtracting(ofOthers) {
      #expect(help.contains(option), "\(option) is in the README and not in the help")
    }
  }

  @Test func continuousIntegrationRunsTheReadmesTestCommand() throws {
    let readme = try String(
      contentsOf: Package.root.appendingPathComponent("README.md"), encoding: .utf8)
    let run = try String(
      contentsOf: Package.root.appendingPathComponent(".ci/run"), encoding: .utf8)
    let command = ".ci/setup && swift test --disable-xctest"
    #expect(readme.contains("\n\(command)\n"))
    #expect(run.contains("\n\(command) "))
  }
}
