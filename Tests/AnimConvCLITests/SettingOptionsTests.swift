import AnimConv
import ArgumentParser
import Foundation
import Testing

@testable import AnimConvCLI

/// The command line and preset files share one vocabulary.
@Suite struct SettingOptionsTests {
  /// Options that affect the run and not its outputs.
  static let ofTheRun: Set<String> = [
    "dry-run", "json", "progress", "quiet", "verbose", "timeout", "stall-timeout", "help",
    "version", "measure", "watch", "no-sandbox",
    // The preset and file options.
    "preset", "preset-dir",
    // The options that replace OUT, or make several of it.
    "sheet", "each-tag", "concat", "depfile",
  ]

  /// The long options that the command itself lists.
  private func longOptions() throws -> Set<String> {
    let dump = try Animconv.run(["--experimental-dump-help"]).output
    let root = try #require(try JSONSerialization.jsonObject(with: dump) as? [String: Any])
    let command = try #require(root["command"] as? [String: Any])
    let commands = try #require(command["subcommands"] as? [[String: Any]])
    let convert = try #require(commands.first { $0["commandName"] as? String == "convert" })
    let arguments = try #require(convert["arguments"] as? [[String: Any]])
    let names = arguments.flatMap { $0["names"] as? [[String: Any]] ?? [] }
    return Set(
      names.compactMap { name in
        name["kind"] as? String == "long" ? name["name"] as? String : nil
      })
  }

  @Test func everyOptionThatShapesTheResultIsASettingAndTheReverse() throws {
    let options = try longOptions().subtracting(Self.ofTheRun)
    // The opposite of a switch is not a separate setting.
    let settings = Set(ConversionSettings.Setting.all.map(\.name))
    #expect(options.subtracting(["no-trim"]) == settings)
  }

  @Test func noGroupForgetsAnOption() throws {
    let groups = try ConvertCommand.parse(["in.gif", "out.mp4"]).groups
    let named = groups.flatMap { Mirror(reflecting: type(of: $0).init()).children.map(\.label) }
    #expect(Set(named) == Set(ConversionSettings.Setting.all.map(\.name)))
    #expect(Set(named).count == named.count)
  }

  static let given: [(arguments: [String], canonical: String)] = [
    ([], ""),
    (["--crf", "18", "--reverse"], "crf=\"18\"\nreverse=\"true\"\n"),
    (["--no-trim", "--padding", "0"], "padding=\"0\"\ntrim=\"false\"\n"),
    (["--start", "0", "--loops", "1"], "loops=\"1\"\nstart=\"0\"\n"),
  ]

  @Test(arguments: given)
  func setsOnlyGivenOptions(arguments: [String], canonical: String) throws {
    let output =
      arguments.contains("--crf") ? "out.mp4" : arguments.contains("--start") ? "o/" : "o.png"
    let command = try ConvertCommand.parse(["in.gif", output] + arguments)
    #expect(try command.job.settings.canonicalText == canonical)
  }
}
