import ArgumentParser
import Testing

@testable import AnimConvCLI

/// Arguments mean the same to the command with all settings and to the command with only those that
/// the arguments mention.
@Suite struct MentionedSettingsTests {
  static let taken: [[String]] = [
    ["in.gif", "out.mp4"],
    ["-yq", "in.gif", "out.png"],
    ["in.gif", "out/", "--preset", "web-hero", "-n"],
    ["--crf", "18", "in.gif", "--lossless", "out.webm", "--max-bytes", "2M"],
    ["in.gif", "-", "--container", "gif"],
    ["--json", "--", "-in.gif", "out.gif"],
    ["in.gif", "out.mp4", "--scale=50%", "--reverse", "--max-fps", "30", "--schedule", "slots"],
    ["in.gif", "out.png", "--layout", "packed", "--no-trim", "--padding=2", "--data", "pixi"],
    ["a.aseprite", "out.gif", "--tag", "walk", "--tag", "run, fast", "--layer", "Body"],
    ["in.gif", "--sheet", "out", "--label-frames"],
    ["in.gif", "out.gif", "--name", "--no-trim"],
  ]

  @Test(arguments: taken)
  func takesTheSame(_ arguments: [String]) throws {
    let words = MentionedSettings.words(in: arguments)
    let short = try? MentionedSettings.$words.withValue(words) {
      try ConvertLine.parse(arguments).job
    }
    let whole = try? ConvertCommand.parse(arguments).job
    #expect(short?.settings == whole?.settings)
    #expect(short?.input == whole?.input)
    #expect(short?.namedOutput == whole?.namedOutput)
    #expect(short?.sheetFolder == whole?.sheetFolder)
    #expect(short?.presets.preset == whole?.presets.preset)
    #expect(short?.outputOptions.replace == whole?.outputOptions.replace)
    #expect(short?.outputOptions.skip == whole?.outputOptions.skip)
    #expect(short?.outputOptions.quiet == whole?.outputOptions.quiet)
    #expect(short?.outputOptions.json == whole?.outputOptions.json)
  }

  @Test func theyAreTheLongOptions() {
    let words = MentionedSettings.words(in: ["a", "-y", "--crf", "18", "--no-trim", "--fps=2=3"])
    #expect(words == ["crf", "trim", "fps"])
  }

  @Test(arguments: [
    ["in.gif", "out.mp4", "--scal", "2x"], ["in.gif", "out.mp4", "-x"], ["in.gif"],
    ["in.gif", "out.mp4", "-y", "-n"], ["in.gif", "-"], ["in.gif", "out.mp4", "--crf", "x"],
    ["in.gif", "out.mp4", "--ssim", "0.9", "--crf", "18"],
    ["in.gif", "out.mp4", "--ssim", "0.9", "--max-bytes", "2M"],
  ])
  func bothRefuse(_ arguments: [String]) {
    let words = MentionedSettings.words(in: arguments)
    #expect(throws: (any Error).self) {
      try MentionedSettings.$words.withValue(words) { try ConvertLine.parse(arguments) }
    }
    #expect(throws: (any Error).self) { try ConvertCommand.parse(arguments) }
  }
}
