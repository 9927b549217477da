import Foundation
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import AnimConv
@testable import Stages
@testable import Writing

/// The valid contents of preset files, and the messages about invalid ones.
@Suite struct PresetFileTests {
  private func read(_ text: String, others: [String: String] = [:]) throws -> Preset {
    let reader = PresetReader { name throws(PresetError) in
      guard let text = others[name] else {
        throw .unknown(name: name, nearest: nil, known: [])
      }
      return Array(text.utf8)
    }
    return try reader.read(Array(text.utf8))
  }

  static let faults: [(text: String, error: PresetError)] = [
    ("[]", .invalid(place: "the preset", expectation: "an object")),
    (#"{"description": "d"}"#, .missingKey("name", place: "the preset")),
    (#"{"name": "a"}"#, .missingKey("description", place: "the preset")),
    (
      #"{"name": "a", "description": "d", "setings": {}}"#,
      .unknownKey("setings", place: "the preset", nearest: "settings")
    ),
    (
      #"{"name": "a", "name": "b", "description": "d"}"#,
      .invalid(place: "the preset.name", expectation: "one value, not two")
    ),
    (
      #"{"name": "a", "description": "d", "settings": {"colums": 3}}"#,
      .setting(.unknown(name: "colums", nearest: "columns"), place: "the preset.settings")
    ),
    (
      #"{"name": "a", "description": "d", "settings": {"crf": 3, "bitrate": "2M"}}"#,
      .setting(.excludeEachOther(.crf, .bitrate), place: "outputs[0]")
    ),
    (
      #"{"name": "a", "description": "d", "task": "webb"}"#,
      .invalid(
        place: "the preset.task",
        expectation: "one of web, posts, stickers, documents, frames, editing, engines, apps, other"
      )
    ),
    (
      #"{"name": "a", "description": "d", "outputs": []}"#,
      .invalid(place: "outputs", expectation: "at least one output")
    ),
    (
      #"{"name": "a", "description": "d", "outputs": [{"name": "o"}]}"#,
      .missingKey("extension", place: "outputs[0]")
    ),
    (
      #"{"name": "a", "description": "d", "outputs": [{"name": "o", "extension": "exe"}]}"#,
      .invalid(
        place: "outputs[0].extension",
        expectation: "mp4, webm, mov, png, zip, imageset, gif, apng or webp")
    ),
    (
      #"{"name": "a", "description": "d", "outputs": [{"name": "o", "extention": "mp4"}]}"#,
      .unknownKey("extention", place: "outputs[0]", nearest: "extension")
    ),
    (
      #"""
      {"name": "a", "description": "d", "outputs": [
        {"name": "o", "extension": "mp4", "suffix": "/../x"}]}
      """#,
      .invalid(place: "outputs[0].suffix", expectation: "a part of a file's name")
    ),
    (
      #"""
      {"name": "a", "description": "d", "outputs": [
        {"name": "o", "extension": "mp4"}, {"name": "p", "extension": "mp4"}]}
      """#,
      .sameFile(outputs: ["o", "p"])
    ),
    (
      #"""
      {"name": "a", "description": "d", "outputs": [
        {"name": "o", "extension": "mp4", "settings": {"data": "pixi"}}]}
      """#,
      .setting(
        .idle(
          Conversion.IdleSetting(
            setting: .data,
            cause: .output(.descriptions, .video(.mp4)))),
        place: "outputs[0].settings")
    ),
    (
      #"{"name": "a", "description": "d", "constraints": {"byte": {}}}"#,
      .unknownKey("byte", place: "the preset.constraints", nearest: "bytes")
    ),
    (
      #"{"name": "a", "description": "d", "constraints": {"bytes": {"max": 5}}}"#,
      .missingKey("source", place: "the preset.constraints.bytes")
    ),
    (
      #"""
      {"name": "a", "description": "d",
       "constraints": {"bytes": {"max": 5, "source": "https://x.example/"}}}
      """#,
      .missingKey("date", place: "the preset.constraints.bytes")
    ),
    (
      #"""
      {"name": "a", "description": "d",
       "constraints": {"bytes": {"max": 5, "source": "a friend", "date": "2026-11-21"}}}
      """#,
      .invalid(
        place: "the preset.constraints.bytes.source", expectation: "an https URL")
    ),
    (
      #"""
      {"name": "a", "description": "d",
       "constraints": {"bytes": {"one-of": ["x"], "source": "https://x/", "date": "2026-11-21"}}}
      """#,
      .invalid(
        place: "the preset.constraints.bytes", expectation: "min, max or exact with a number")
    ),
    (
      #"""
      {"name": "a", "description": "d",
       "constraints": {"bytes": {"min": 5, "max": 4, "source": "https://x/", "date": "2026-11-21"}}}
      """#,
      .invalid(
        place: "the preset.constraints.bytes", expectation: "min not above max")
    ),
    (
      #"""
      {"name": "a", "description": "d",
       "constraints": {"bytes": {"max": 0, "source": "https://x/", "date": "2026-11-21"}}}
      """#,
      .invalid(
        place: "the preset.constraints.bytes.max", expectation: "a number above 0")
    ),
    (
      #"""
      {"name": "a", "description": "d",
       "constraints": {"bytes": {"max": 5, "source": "https://x/", "date": "2026-99-99"}}}
      """#,
      .invalid(
        place: "the preset.constraints.bytes.date", expectation: "a date such as 2026-11-21")
    ),
    (
      #"""
      {"name": "a", "description": "d",
       "constraints": {"bytes": {"max": 5, "source": "https://x/", "date": "2026-02-29"}}}
      """#,
      .invalid(
        place: "the preset.constraints.bytes.date", expectation: "a date such as 2026-11-21")
    ),
    (
      #"""
      {"name": "a", "description": "d", "outputs": [
        {"name": "o", "extension": "mp4", "settings": {"container": "webm"}}]}
      """#,
      .invalid(
        place: "outputs[0].settings.container", expectation: "the container of .mp4 files")
    ),
    (#"{"name": "a", "description": "d", "extends": "a"}"#, .circular(["a", "a"])),
    (
      #"{"name": "a", "description": "d", "extends": "none"}"#,
      .unknown(name: "none", nearest: nil, known: [])
    ),
  ]

  @Test(arguments: faults)
  func aFaultIsNamedWithItsPlace(text: String, error: PresetError) throws {
    #expect(throws: error) { try read(text) }
    #expect(error.kind.exitCode == 78)
    #expect(error.reason != "")
  }

  @Test func refusesInvalidJSON() {
    #expect(throws: PresetError.self) { try read("{") }
    #expect(throws: PresetError.tooLarge(allowed: PresetReader.maxBytes)) {
      try read(String(repeating: " ", count: PresetReader.maxBytes + 1))
    }
  }

  @Test func aChildTakesItsParentsOutputsAndChangesThem() throws {
    let parent = #"""
      {"name": "parent", "description": "p", "settings": {"crf": 20, "scale": "2"},
       "constraints": {"seconds": {"max": 9, "source": "https://x/", "date": "2026-11-21"}},
       "outputs": [
         {"name": "one", "extension": "mp4", "settings": {"crf": 25}},
         {"name": "two", "extension": "webm", "suffix": "-2"}]}
      """#
    let all = try read(
      #"{"name": "c", "description": "c", "extends": "parent", "settings": {"scale": "3"}}"#,
      others: ["parent": parent])
    #expect(all.outputs.map(\.name) == ["one", "two"])
    #expect(all.outputs[0].settings["crf"] == "25")
    #expect(all.outputs.allSatisfy { $0.settings["scale"] == "3" })
    #expect(all.outputs.allSatisfy { $0.presetName == "c" })

    let some = try read(
      #"""
      {"name": "c", "description": "c", "extends": "parent",
       "constraints": {"seconds": {"max": 3, "source": "https://x/", "date": "2026-11-21"}},
       "outputs": [{"name": "two", "settings": {"bitrate": "1M"}},
                   {"name": "three", "extension": "png"}]}
      """#, others: ["parent": parent])
    #expect(some.outputs.map(\.name) == ["two", "three"])
    #expect(some.outputs[0].settings.names == ["bitrate", "scale"])
    #expect(some.outputs[0].suffix == "-2" && some.outputs[0].fileExtension == "webm")
    // Settings for videos do not apply to a sheet.
    #expect(some.outputs[1].settings.names == ["scale"])
    for output in some.outputs {
      #expect(
        output.constraints.map(\.bound) == [.range(min: nil, max: MediaConstraint.Quantity(3))])
    }
  }

  @Test func aFileIsCalledByWhatItContains() throws {
    let plain = try read(
      #"{"name": "a", "description": "d", "settings": {"container": "webm"}}"#)
    #expect(plain.outputs[0].path(for: "x") == "x.webm")
    #expect(plain.outputs[0].format == .kind(.video(.webm)))
    #expect(BatchOutput(.init(), over: plain.outputs[0]).fileExtension == "webm")

    let parent = #"""
      {"name": "parent", "description": "p", "outputs": [
        {"name": "one", "settings": {"container": "mp4"}},
        {"name": "two", "extension": "png", "suffix": "-2"}]}
      """#
    #expect(try read(parent).outputs.map { $0.path(for: "x") } == ["x.mp4", "x-2.png"])
    #expect(
      throws: PresetError.invalid(
        place: "outputs[1].settings.container", expectation: "the container of .png files")
    ) {
      try read(
        #"""
        {"name": "c", "description": "c", "extends": "parent",
         "settings": {"container": "webm"}}
        """#, others: ["parent": parent])
    }
    let child = try read(
      #"""
      {"name": "c", "description": "c", "extends": "parent", "outputs": [
        {"name": "two", "settings": {"container": "webm"}}]}
      """#, others: ["parent": parent])
    #expect(child.outputs.map { $0.path(for: "x") } == ["x-2.webm"])
    let folder = try read(
      #"""
      {"name": "c", "description": "c", "extends": "parent", "outputs": [
        {"name": "two", "settings": {"container": "frames"}}]}
      """#, others: ["parent": parent])
    #expect(folder.outputs[0].path(for: "x") == "x-2")
  }

  @Test func twoPresetsThatExtendEachOtherAreRefused() {
    let a = #"{"name": "a", "description": "d", "extends": "b"}"#
    let b = #"{"name": "b", "description": "d", "extends": "a"}"#
    #expect(throws: PresetError.circular(["a", "b", "a"])) {
      try read(a, others: ["b": b, "a": a])
    }
  }

  @Test func outputsAreNamedAfterAStemOfAnyBytes() throws {
    let preset = try Preset.Library().preset(named: "web-hero")
    #expect(
      preset.outputs.map { $0.path(for: "dist/hero").string } == [
        "dist/hero.mp4", "dist/hero-av1.mp4", "dist/hero.webm", "dist/hero-poster.png",
      ])
    let bytes: [CInterop.PlatformChar] = [0x61, -1, 0x2E, 0x62, 0]
    let odd = bytes.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
    let path = preset.outputs[0].path(for: odd)
    path.withPlatformString { pointer in
      #expect(
        Array(UnsafeBufferPointer(start: pointer, count: 8)) == [
          0x61, -1, 0x2E, 0x62, 0x2E, 0x6D, 0x70, 0x34,
        ])
    }
  }

  @Test func aPresetIsFoundByFolderAndPathBeforeTheBuiltInOne() throws {
    try TemporaryFolder.with { folder in
      let text = #"{"name": "web-hero", "description": "mine", "extends": "alpha-webm"}"#
      let file = folder.appending("web-hero.json")
      try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
      let library = Preset.Library(folders: [folder.path])
      #expect(try library.preset(named: "web-hero").description == "mine")
      #expect(try library.preset(named: file.string).outputs.map(\.name) == ["webm"])
      #expect(try Preset.Library().preset(named: "web-hero").outputs.count == 4)
      #expect(library.names.contains("telegram-sticker"))
      #expect(library.path(of: "web-hero") == file)
      #expect(library.path(of: "x") == nil && library.path(of: "../web-hero") == nil)
      #expect(throws: PresetError.unreadable(errno: Errno.noSuchFileOrDirectory.rawValue)) {
        try library.preset(at: folder.appending("none.json"))
      }
      #expect(
        throws: PresetError.unknown(
          name: "web-her", nearest: "web-hero", known: library.names)
      ) { try library.preset(named: "web-her") }
    }
  }

  @Test func theFilesOfAPresetAreKnown() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        #"{"name": "own", "description": "d", "extends": "web-hero"}"#, to: "own.json")
      try folder.write(
        #"{"name": "child", "description": "d", "extends": "own"}"#, to: "child.json")
      let library = Preset.Library(folders: [folder.path])
      let files = ["child.json", "own.json"].map { folder.appending($0) }
      #expect(try library.preset(named: "child").files == files)
      #expect(try library.preset(at: files[0]).files == files)
      #expect(try library.preset(named: "web-hero").files.isEmpty)
    }
  }
}
