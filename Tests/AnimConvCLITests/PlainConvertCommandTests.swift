import ArgumentParser
import Testing

@testable import AnimConvCLI

/// The short form of the command accepts its options in the same way as the full one.
@Suite struct PlainConvertCommandTests {
  static let taken: [[String]] = [
    ["in.gif", "out.mp4"],
    ["-yq", "in.gif", "out.png"],
    ["in.gif", "out/", "--preset", "web-hero", "-n"],
    ["--crf", "18", "in.gif", "--lossless", "out.webm", "--max-bytes", "2M"],
    ["in.gif", "-", "--container", "gif"],
    ["--json", "--", "-in.gif", "out.gif"],
  ]

  @Test(arguments: taken)
  func takesTheSame(_ arguments: [String]) throws {
    let plain = try PlainConvertCommand.parse(arguments).job
    let whole = try ConvertCommand.parse(arguments).job
    #expect(plain.settings == whole.settings)
    #expect(plain.input == whole.input)
    #expect(plain.namedOutput == whole.namedOutput)
    #expect(plain.sheetFolder == whole.sheetFolder)
    #expect(plain.presets.preset == whole.presets.preset)
    #expect(plain.outputOptions.replace == whole.outputOptions.replace)
    #expect(plain.outputOptions.skip == whole.outputOptions.skip)
    #expect(plain.outputOptions.quiet == whole.outputOptions.quiet)
    #expect(plain.outputOptions.json == whole.outputOptions.json)
  }

  @Test(arguments: [
    ["in.gif", "out.mp4", "--scale", "2x"], ["in.gif", "--sheet", "out"], ["in.gif"],
    ["in.gif", "out.png", "--layout", "packed"], ["in.gif", "out.mp4", "--reverse"],
    ["in.gif", "out.mp4", "more.mp4"], ["in.gif", "out.mp4", "-x"],
  ])
  func leavesWhatItDoesNotKnow(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try PlainConvertCommand.parse(arguments) }
  }

  @Test(arguments: [
    ["in.gif", "out.mp4", "-y", "-n"], ["in.gif", "-"], ["in.gif", "out.mp4", "--crf", "x"],
    ["in.gif", "out.mp4", "--ssim", "0.9", "--crf", "18"], ["in.gif", "a.gif/"],
  ])
  func bothRefuse(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try PlainConvertCommand.parse(arguments) }
    #expect(throws: (any Error).self) { try ConvertCommand.parse(arguments) }
  }
}
