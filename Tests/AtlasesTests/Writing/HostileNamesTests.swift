import AnimTiming
import AtlasTestSupport
import TestSupport
import Testing

@testable import Atlases
@testable import TextFormats

/// Names come from untrusted files. Every format returns them unchanged or refuses them; no part of
/// them is ever read as syntax.
@Suite struct HostileNamesTests {
  static let names = [
    "quo\"te's", "back\\slash", "</script><script>alert(1)</script>", "<!-- -->", "]]>",
    "}body{display:none}", "a;b:c#d%e", "line\nend", "tab\tstop", "bell\u{7}", "del\u{7F}",
    "nul\u{0}", "\u{2028}\u{2029}", "&amp;&lt;&#65;", "-->", "../../etc/passwd", "-y", "😀 e\u{301}",
    "\u{202E}gnp", "${x}`y`", " blank ", "", "0", "__proto__", "\u{FFFE}", "\u{FEFF}bom",
  ]

  private func atlas(_ name: String) -> Atlas {
    var atlas = sampleAtlas()
    for index in atlas.frames.indices { atlas.frames[index].name = "\(name)\(index)" }
    atlas.tags = [AtlasTag(name: name, from: 0, to: 2)]
    return atlas
  }

  @Test(
    arguments: [
      AtlasDataFormat.aseprite, .asepriteArray, .texturePacker, .texturePackerArray, .pixi,
      .phaser, .starling, .cocos, .libgdx,
    ], names)
  func framesKeepTheirNames(format: AtlasDataFormat, name: String) throws {
    let atlas = atlas(name)
    do {
      #expect(try readBack(format, atlas).frames.map(\.name) == atlas.frames.map(\.name))
    } catch AtlasWritingError.name(_, _, let refusing) {
      #expect(refusing == format)
      // Refused are only names that the languages cannot express.
      switch format {
      case .starling, .cocos:
        #expect(name.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{FFFE}" })
      case .pixi: #expect(name.utf8.allSatisfy { 0x30...0x39 ~= $0 })
      case .libgdx:
        #expect(
          name.unicodeScalars.contains { $0 == ":" || $0.value < 0x20 || $0.value == 0x7F }
            || name.first?.isWhitespace == true)
      default: Issue.record("\(format) refuses \(name)")
      }
    }
  }

  @Test(arguments: names)
  func tagsAndPicturesKeepTheirNames(name: String) throws {
    var atlas = atlas(name)
    atlas.pages[0].image = name
    let read = try readBack(.aseprite, atlas, baseName: name)
    #expect(read.tags == atlas.tags)
    #expect(read.pages[0].image == name)
  }

  @Test(arguments: names)
  func godotKeepsNamesOrRefusesThem(name: String) throws {
    do {
      #expect(try readBack(.godot, atlas(name)).animations.map(\.name) == [name])
    } catch AtlasWritingError.name {
      #expect(name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    }
  }

  @Test(arguments: names)
  func jsonStaysWithinAScriptElement(name: String) throws {
    let atlas = atlas(name)
    let formats: [AtlasDataFormat] = [.aseprite, .texturePackerArray, .phaser, .yysprite]
    for file in try AtlasWriter.files(for: atlas, formats: formats, baseName: name) {
      #expect(!file.bytes.contains(UInt8(ascii: "<")))
      #expect(!file.bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
      _ = try JSONReader.read(file.bytes)
    }
  }

  /// A style sheet contains names only as identifiers of plain letters or as escaped addresses, so
  /// all of its braces and quotation marks are its own.
  @Test(arguments: names)
  func stylesAreClosedToNames(name: String) throws {
    var atlas = atlas(name)
    atlas.pages[0].image = name
    do {
      let files = try AtlasWriter.files(for: atlas, formats: [.css], baseName: name)
      let style = String(decoding: files[0].bytes, as: UTF8.self)
      #expect(style.count(where: { $0 == "{" }) == 7)
      #expect(style.count(where: { $0 == "}" }) == 7)
      #expect(style.count(where: { $0 == "\"" }) == 2)
      #expect(style.utf8.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) })
      #expect(!style.contains("<") && !style.contains("\\") && !style.contains("/*"))
      let page = String(decoding: files[1].bytes, as: UTF8.self)
      // The page's elements and attributes, for any names.
      #expect(page.count(where: { $0 == "<" }) == 14)
      #expect(page.count(where: { $0 == "\"" }) == 18)
    } catch AtlasWritingError.name {
      #expect(name.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{FFFE}" })
    }
  }

  @Test(arguments: names)
  func linesOfTextFormatsAreOneEach(name: String) throws {
    var atlas = atlas(name)
    atlas.pages[0].image = "\(name).png"
    #expect(try text(.webvtt, atlas).split(separator: "\n").count == 7)
    do {
      let lines = try text(.unity, atlas).split(separator: "\n")
      #expect(lines.count == 8)
      for line in lines.suffix(3) {
        #expect(line.split(separator: ";", omittingEmptySubsequences: false).count == 11)
      }
    } catch AtlasWritingError.name {
      #expect(name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    }
  }

  @Test(arguments: names)
  func androidTakesNamesOfResourcesOnly(name: String) throws {
    var atlas = folderAtlas()
    atlas.pages[0].image = "\(name).png"
    #expect(throws: AtlasWritingError.self) { try text(.android, atlas) }
    #expect(throws: AtlasWritingError.self) {
      try text(.android, folderAtlas(), baseName: name)
    }
  }

  /// Random names of characters that are special in some format.
  @Test func drawnNamesComeBackToo() throws {
    var random = SeededGenerator(seed: 4)
    let letters = Array(
      "\"'\\/<>&;:%#{}()[]$`*?!-_=+,. \n\t\u{1}\u{7F}aZ09é😀\u{2028}".unicodeScalars)
    for _ in 0..<300 {
      var name = "n"
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        name.unicodeScalars.append(letters.randomElement(using: &random)!)
      }
      try framesKeepTheirNames(
        format: [.aseprite, .pixi, .phaser, .starling, .cocos, .libgdx, .texturePackerArray]
          .randomElement(using: &random)!, name: name)
      try tagsAndPicturesKeepTheirNames(name: name)
      try godotKeepsNamesOrRefusesThem(name: name)
      try jsonStaysWithinAScriptElement(name: name)
      try stylesAreClosedToNames(name: name)
      try linesOfTextFormatsAreOneEach(name: name)
    }
  }
}
