import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Reading
@testable import Stages

/// The built-in presets are the files in the top-level folder, and each is valid.
@Suite struct BuiltinPresetTests {
  static let folder = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent().appending("Presets")

  static let names = BuiltinPresets.texts.keys.sorted()

  private static func text(_ file: String) throws -> String {
    try String(contentsOfFile: folder.appending(file).string, encoding: .utf8)
  }

  @Test func everyFileOfTheFolderIsBuiltIn() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.string)
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
    #expect(files.map { String($0.dropLast(5)) }.sorted() == Self.names)
    for name in Self.names {
      #expect(BuiltinPresets.texts[name] == (try Self.text("\(name).json")))
    }
  }

  /// The promised contents of the package.
  static let promised = [
    "web-hero", "web-picture", "web-pixel-art", "pixel-video", "web-avif", "web-webp", "alpha-webm",
    "archive-lossless", "safari-hevc",
    "prores-alpha", "x", "x-gif", "instagram-reel", "discord-emoji", "discord-sticker",
    "slack-emoji", "readme-gif", "line-sticker", "signal-sticker", "twitch-emote", "7tv-emote",
    "bttv-emote", "discord-emoji-webp", "discord-emoji-avif", "mastodon", "bluesky",
    "telegram-sticker", "telegram-emoji", "whatsapp-sticker", "apple-sticker", "flip-book",
    "mdc-sprited",
    "triple-buffer", "mbanimationview", "uiimage-animated", "android-drawable", "flanimatedimage",
    "aseprite", "pixi", "phaser", "godot", "gamemaker", "unity",
    "cocos", "starling", "libgdx", "css",
    "contact-sheet", "dataset", "vision", "photogrammetry", "poster", "hls-images",
    "storyboard-webvtt", "trickplay-jellyfin", "bif",
  ]

  @Test(arguments: promised)
  func thePresetIsThere(name: String) { #expect(Self.names.contains(name)) }

  @Test(arguments: names)
  func aPresetIsSound(name: String) throws {
    let preset = try Preset.Library().preset(named: name)
    #expect(preset.name == name)
    #expect(preset.description.hasSuffix("."))
    for output in preset.outputs {
      for constraint in output.constraints {
        #expect(constraint.source?.hasPrefix("https://") == true)
        #expect(constraint.date?.wholeMatch(of: /20[0-9]{2}-[01][0-9]-[0-3][0-9]/) != nil)
      }
      _ = try output.conversion(from: .path("in.gif"), to: .file(output.path(for: "out")))
    }
  }

  /// A platform's maximum number of bytes becomes the target of the conversion.
  @Test func bytesBecomeTheTargetOfAConversion() throws {
    let output = try Preset.Library().preset(named: "telegram-sticker").outputs[0]
    func target(_ settings: ConversionSettings) throws -> Conversion.SizeTarget {
      try output.conversion(
        from: .path("a.gif"), to: .file("a.webm"), overriding: settings
      ).sizeTarget
    }
    let own = try target(.init())
    #expect(own.maxBytes == 262_144 && own.steps == [.quality, .rate])
    var settings = ConversionSettings()
    try settings.set("max-bytes", to: "100k")
    #expect(try target(settings).maxBytes == 100_000)
    // The platform would refuse more.
    try settings.set("max-bytes", to: "1M")
    #expect(try target(settings).maxBytes == 262_144)
  }

  @Test func thePresetOfTheDocumentationIsOne() throws {
    let article = try String(
      contentsOfFile: SourceTree.root.appending("Sources/AnimConv/AnimConv.docc/Presets.md").string,
      encoding: .utf8)
    let start = try #require(article.firstRange(of: "```json\n"))
    let text = try #require(article[start.upperBound...].split(separator: "```").first)
    try TemporaryFolder.with { folder in
      try folder.write(String(text), to: "mine.json")
      let preset = try Preset.Library(folders: [folder.path]).preset(named: "mine")
      #expect(preset.outputs.map(\.name) == ["mp4"])
      #expect(preset.outputs[0].settings["crf"] == "26")
      #expect(preset.outputs[0].settings["scale"] == "640x-1")
    }
  }

  // MARK: Schema

  private static func schema() throws -> [String: Any] {
    let data = Data(try text("preset.schema.json").utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static func properties(of definition: String) throws -> [String: [String: Any]] {
    let definitions = try #require(try schema()["$defs"] as? [String: [String: Any]])
    return try #require(definitions[definition]?["properties"] as? [String: [String: Any]])
  }

  @Test func theSchemaKnowsEveryConstraint() throws {
    #expect(
      Set(try Self.properties(of: "constraints").keys)
        == Set(MediaConstraint.Property.allCases.map(\.rawValue)))
  }

  /// The settings in the schema are the table's. With `ANIMCONV_RECORD_GOLDENS` they are written.
  @Test func theSchemaHasTheTableOfSettings() throws {
    let text = try Self.text("preset.schema.json")
    let head = try #require(text.range(of: #""description": "Settings named like"#))
    let start = try #require(
      text.range(of: "\"properties\": {\n", range: head.upperBound..<text.endIndex)
    ).upperBound
    let end = try #require(text.range(of: "\n      }\n", range: start..<text.endIndex)).lowerBound
    if ProcessInfo.processInfo.environment["ANIMCONV_RECORD_GOLDENS"] != nil {
      let whole = text[..<start] + ConversionSettings.Setting.schema + text[end...]
      try Data(whole.utf8).write(
        to: URL(fileURLWithPath: Self.folder.appending("preset.schema.json").string))
    } else {
      #expect(String(text[start..<end]) == ConversionSettings.Setting.schema)
    }
  }

  private static let validator = folder.removingLastComponent()
    .appending("Tests/Oracles/preset_schema.py").string

  @Test(.enabled(if: Python.withSchemas != nil, "install python3-jsonschema"))
  func everyPresetConformsToTheSchema() throws {
    let files = Self.names.map { Self.folder.appending("\($0).json").string }
    _ = try Command.run(
      [Python.withSchemas!, Self.validator, Self.folder.appending("preset.schema.json").string]
        + files)
  }

  @Test(
    .enabled(if: Python.withSchemas != nil, "install python3-jsonschema"),
    arguments: PresetFileTests.faults.map(\.text).filter { !Self.isBeyondSchemas($0) })
  func theSchemaRefusesWhatTheReaderRefuses(text: String) throws {
    try TemporaryFolder.with { folder in
      let file = folder.appending("bad.json").string
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      #expect(throws: (any Error).self) {
        try Command.run(
          [
            Python.withSchemas!, Self.validator, Self.folder.appending("preset.schema.json").string,
            file,
          ])
      }
    }
  }

  /// Errors that a schema cannot express: repeated keys, contradictory settings and bounds, leap
  /// years, names of files and of other presets.
  private static func isBeyondSchemas(_ text: String) -> Bool {
    [
      "\"extends\"", "bitrate", "\"name\": \"b\"", "\"p\"", "pixi", #"[{"name": "o"}]"#,
      "\"container\"", "\"min\"", "02-29",
    ].contains { text.contains($0) }
  }
}
