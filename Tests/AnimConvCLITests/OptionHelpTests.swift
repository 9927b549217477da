import AnimConv
import ArgumentParser
import Foundation
import Testing

@testable import AnimConvCLI

/// `animconv help OPTION` and `animconv help -k WORD`.
@Suite struct OptionHelpTests {
  private static func help(_ words: String..., columns: Int = 80) throws -> Animconv.Outcome {
    try Animconv.run(["help"] + words, environment: ["COLUMNS": "\(columns)"])
  }

  @Test func anOptionIsExplainedInFull() throws {
    let page = try Self.help("max-fps")
    #expect(page.status == 0)
    #expect(page.text.hasPrefix("--max-fps <fps>\n\n"))
    for row in [
      "  Value      a frame rate such as 60\n", "  Unit       frames per second\n",
      "  Default    60\n", "  Needs      --schedule slots\n",
      "  Example    animconv in.gif out.mp4 --schedule slots --max-fps 100\n",
      "  Topic      animconv help timing\n",
    ] { #expect(page.text.contains(row), "\(page.text)") }
    #expect(page.text.contains("  Related    --schedule"))
    #expect(try Self.help("--max-fps").text == page.text)
  }

  /// The options of a command, as the parser describes them.
  private static func options(of command: String) throws -> [OptionEntry] {
    let index = try #require(OptionIndex())
    return index.options.filter { $0.commands.contains(command) }
  }

  private static func page(_ option: OptionEntry) throws -> String {
    OptionPage(option: option, index: try #require(OptionIndex()), columns: 300).text
  }

  @Test(arguments: ["convert", "batch", "inspect", "report", "sweep", "check", "presets"])
  func everyOptionHasAPage(command: String) throws {
    let options = try Self.options(of: command)
    #expect(!options.isEmpty)
    for option in options {
      let page = try Self.page(option)
      #expect(page.contains("\n  Default    "), "\(option.key)")
      #expect(page.contains("\n  Example    animconv "), "\(option.key)")
    }
  }

  /// Commands that need a file which this test does not create.
  private static let ofOtherInputs = [
    "hero.aseprite", "--stream", "--image", "--preset mine", "--input-scale", "--tag", "--sheet",
    "--margin", " > ",
  ]

  /// The command lines on help pages can be planned.
  @Test func everyExampleOfAConversionWorks() async throws {
    let folder = try FileManager.default.url(
      for: .itemReplacementDirectory, in: .userDomainMask,
      appropriateFor: FileManager.default.temporaryDirectory, create: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      atPath: Package.orbit, toPath: folder.appendingPathComponent("in.gif").path)
    for arguments in [
      ["in.gif", "clip.mp4"], ["in.gif", "frames/"], ["in.gif", "walk.png", "--layout", "packed"],
      ["in.gif", "tiles.png", "--scale", "96x66", "--fit", "exact", "--layout", "row"],
    ] {
      let made = try Animconv.run(arguments + ["-q"], in: folder)
      try #require(made.status == 0, "\(made.errors)")
    }
    var count = 0
    for option in try Self.options(of: "convert") {
      let line = try #require(try Self.page(option).firstMatch(of: /Example +animconv (.*)\n/)).1
      if Self.ofOtherInputs.contains(where: { line.contains($0) }) { continue }
      count += 1
      // The shell removes quotation marks; the named files are in the folder.
      let words = line.replacing("'", with: "").split(separator: " ").map { word in
        word.contains(/^[a-z*\/]+\.[a-z0-9]+$|\/$/) ? "\(folder.path)/\(word)" : String(word)
      }
      do {
        let job = try ConvertCommand.parse(words).job
        try job.validate()
        for conversion in try job.conversions() { _ = try await Converter(conversion).plan() }
      } catch { Issue.record("\(line): \(error)") }
    }
    #expect(count > 80)
  }

  @Test(arguments: [
    ("resize", "--resize of other programs is --scale here.\n\n--scale <scale>\n"),
    ("-framerate", "-framerate of other programs is --fps here.\n\n--fps <rate>\n"),
    ("mute", "--mute of other programs: for a video without sound use --audio drop\n"),
  ])
  func wordsOfOtherProgramsLeadToOurs(word: String, start: String) throws {
    let page = try Self.help(word)
    #expect(page.status == 0)
    #expect(page.text.hasPrefix(start), "\(page.text)")
  }

  @Test(arguments: [
    ("resize", ["--scale <scale>"]), ("thumbnail", ["--poster <frame>", "--pick <n>"]),
    ("frame rate", ["--fps <rate>", "--schedule <schedule>"]), ("sticker", ["telegram-sticker"]),
    ("colour", ["--colors <n>", "--matte <colour>"]), ("color", ["--colors <n>"]),
    ("boomerang", ["--bounce"]), ("transparency", ["--alpha <mode>", "transparency "]),
    ("compare", ["compare "]), ("dry", ["--dry-run"]),
  ])
  func aSearchFinds(word: String, names: [String]) throws {
    for form in ["-k", "search"] {
      let found = try Self.help(form, word)
      #expect(found.status == 0, "\(found.errors)")
      for name in names { #expect(found.text.contains("  " + name), "\(word): \(found.text)") }
    }
  }

  @Test func aSearchWithoutAResultIsAnError() throws {
    let outcome = try Self.help("-k", "xyzzy")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("no option, topic, command or preset is about 'xyzzy'"))
  }

  @Test func aMistypedOptionIsCorrected() throws {
    let outcome = try Self.help("--max-fsp")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("did you mean 'max-fps'?"), "\(outcome.errors)")
  }

  /// Only words and command lines that cannot be broken are wider than the terminal.
  @Test(arguments: [40, 80])
  func pagesFitTheTerminal(columns: Int) throws {
    for words in [
      [], ["fps"], ["-k", "size"], ["timing"], ["options"], ["convert"], ["batch", "run"],
      ["check"],
    ] {
      let text = try Animconv.run(["help"] + words, environment: ["COLUMNS": "\(columns)"]).text
      for line in text.split(separator: "\n") where line.count > columns {
        let isUnbreakable = line.contains("animconv ") || !line.trimming(" ").contains(" ")
        #expect(isUnbreakable, "\(words): \(line)")
      }
    }
    let list = try Animconv.run(["presets"], environment: ["COLUMNS": "\(columns)"]).text
    for line in list.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
  }
}

extension Substring {
  fileprivate func trimming(_ character: Character) -> Substring {
    let start = drop { $0 == character }
    let end = start.lastIndex { $0 != character } ?? start.startIndex
    return start.isEmpty ? start : start[...end]
  }
}
