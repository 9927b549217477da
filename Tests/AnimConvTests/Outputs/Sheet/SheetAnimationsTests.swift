import AnimTiming
import AtlasTestSupport
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages
@testable import TextFormats

/// The tags and animations of an atlas are written into the data of the new sheet.
@Suite struct SheetAnimationsTests {
  /// Six cells of 8x8 in a row.
  private static let sheet = DrawnSheet(48, 8)
  private static let both = """
    {"name":"walk","from":1,"to":2,"direction":"forward","repeat":"3"},
    {"name":"run","from":3,"to":5,"direction":"pingpong"}
    """
  /// The frames that each tag plays in Aseprite.
  private static let orders = ["walk": [1, 2], "run": [3, 4, 5, 4]]

  private static func data(tags: String, names: [String] = (0..<6).map { "f \($0)" }) -> String {
    let frames = names.enumerated().map { index, name in
      let more = ",\"duration\":\((index + 1) * 10)"
      return "\"\(name)\":\(packedFrame(index * 8, 0, 8, 8, more: more))"
    }
    return """
      {"frames":{\(frames.joined(separator: ","))},"meta":{"app":"https://www.aseprite.org/",
      "image":"in.png","size":{"w":48,"h":8},"scale":"1","frameTags":[\(tags)]}}
      """
  }

  /// Converts an atlas to `out.png`.
  private func convert(
    data: String = Self.data(tags: Self.both), _ change: (inout Conversion) -> Void = { _ in },
    _ body: (TemporaryFolder, Conversion.Report) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(data, to: "in.json")
      try folder.write(Self.sheet.png(), to: "in.png")
      var conversion = Conversion(
        input: .path(folder.appending("in.json")), output: .file(folder.appending("out.png")))
      change(&conversion)
      try body(folder, try ConversionJob(conversion).run())
    }
  }

  private func tags(_ folder: TemporaryFolder, _ name: String = "out.json") throws -> [String] {
    let json = try JSONReader.read(folder.bytes(of: name))
    return try #require(json["meta"]?["frameTags"]).elements.map { tag in
      let range = "\(tag["from"]?.integer ?? -1)-\(tag["to"]?.integer ?? -1)"
      return "\(tag["name"]?.string ?? "") \(range) \(tag["direction"]?.string ?? "") "
        + (tag["repeat"]?.string ?? "for ever")
    }
  }

  @Test(arguments: [
    AtlasDataFormat.aseprite, .asepriteArray, .asepriteNumbers, .pixi,
  ])
  func tagsKeepNameRangeDirectionAndRepeats(format: AtlasDataFormat) throws {
    try convert({ $0.sheet.data = [format] }) { folder, report in
      let found = try tags(folder)
      #expect(found == ["walk 1-2 forward 3", "run 3-5 pingpong for ever"])
      #expect(report.plan.notes.map { $0.text(.options) }.allSatisfy { !$0.contains("cannot") })
    }
  }

  private static let formats: [(AtlasDataFormat, String)] = [
    (.aseprite, "out.json"), (.asepriteArray, "out.json"), (.asepriteNumbers, "out.json"),
    (.pixi, "out.json"), (.phaser, "out.json"), (.godot, "out.tres"), (.cocos, "out.plist"),
    (.libgdx, "out.atlas"), (.starling, "out.xml"), (.texturePacker, "out.json"),
    (.texturePackerArray, "out.json"),
  ]

  @Test(arguments: formats)
  func everyFormatHasAnimationsThatCanBeChosen(format: AtlasDataFormat, file: String) throws {
    try convert({ $0.sheet.data = [format] }) { folder, report in
      for (tag, order) in Self.orders {
        var options = ReadingOptions()
        options.sheet.tag = tag
        let source = try openSource(.path(folder.appending(file)), options: options)
        #expect(try source.allPixels() == order.map { Self.sheet.cut($0 * 8, 0, 8, 8) })
        guard format.capabilities.carriesTime else { continue }
        #expect(
          source.info.frames.map(\.delay.time)
            == order.map { Delay.milliseconds(Int64($0 + 1) * 10).time })
        guard format.capabilities.plays == .any else { continue }
        #expect(source.info.plays == (tag == "walk" ? .plays(3) : .forever))
      }
    }
  }

  /// Names by which Starling, TexturePacker, libGDX and Unity find the frames of an animation.
  @Test func formatsWithoutAnimationsNameTheFramesAfterThem() throws {
    try convert({ $0.sheet.data = [.starling, .unity] }) { folder, _ in
      let names = try folder.text(of: "out.xml").matches(of: /name="([^"]*)"/).map { $0.1 }
      #expect(
        names == [
          "out_0000", "walk_0000", "walk_0001", "run_0000", "run_0001", "run_0002", "run_0003",
        ])
      let unity = try folder.text(of: "out.tpsheet").split(separator: "\n")
        .filter { $0.contains(";") }.map { $0.split(separator: ";")[0] }
      #expect(unity == names)
    }
  }

  /// The terms of Phaser and Godot, read from the texts.
  @Test func enginesGetEachAnimationWithItsPlays() throws {
    try convert({ $0.sheet.data = [.phaser, .godot, .css] }) { folder, report in
      let phaser = try JSONReader.read(folder.bytes(of: "out.animations.json"))
      let animations = try #require(phaser["anims"]).elements.map { $0 }
      #expect(animations.map { $0["key"]?.string } == ["walk", "run"])
      #expect(animations.map { $0["repeat"]?.integer } == [2, -1])
      #expect(animations.map { Array($0["frames"]!.elements).count } == [2, 4])
      let godot = try folder.text(of: "out.tres")
      let names = godot.matches(of: /"name": &"([^"]*)"/).map { String($0.1) }
      #expect(names == ["walk", "run", "out"])
      let notes = report.plan.notes.map { $0.text(.options) }
      #expect(notes.contains { $0.contains(#"3 plays of "walk" become 1"#) })
      let css = try folder.text(of: "out.css")
      for name in [".walk {", ".run {", ".out {"] { #expect(css.contains(name)) }
    }
  }

  @Test func formatsThatHoldNoTagsNameThem() throws {
    try convert({ $0.sheet.data = [.webvtt, .yysprite] }) { _, report in
      let notes = report.plan.notes.map { $0.text(.options) }
      for title in ["WebVTT", "YYSpriteSheetImage JSON"] {
        #expect(
          notes.contains {
            $0
              == "\(title) cannot hold the animations \"walk\", \"run\"; --tag writes one alone, and "
              + "--data webvtt,yysprite,aseprite writes a second file with all of them"
          }, "\(notes)")
      }
    }
    try convert({ $0.sheet.data = [.webvtt, .aseprite] }) { folder, report in
      let found = try tags(folder)
      #expect(found.count == 2)
      #expect(report.plan.notes.contains { $0.text(.options).hasPrefix("WebVTT cannot hold") })
    }
  }

  /// The ranges count only the remaining frames.
  @Test func rangesFollowTheFrames() throws {
    try convert({ $0.timing.edits.every = 2 }) { folder, _ in
      let found = try tags(folder)
      #expect(found == ["walk 1-1 forward 3", "run 2-2 pingpong for ever"])
    }
    try convert({ $0.timing.edits.direction = .reverse }) { folder, _ in
      let found = try tags(folder)
      #expect(found == ["walk 3-4 forward 3", "run 0-2 pingpong for ever"])
    }
    try convert({ $0.timing.schedule = .constant(FrameRate(100)) }) { folder, _ in
      let found = try tags(folder)
      #expect(found == ["walk 1-5 forward 3", "run 6-20 pingpong for ever"])
    }
  }

  /// Sorted by name, the frames are 0, 2, 4, 1, 3, 5 of the data, so the tag is no longer
  /// contiguous.
  @Test func aTagWhoseFramesAreApartBecomesAList() throws {
    let data = Self.data(tags: Self.both, names: ["a1", "b1", "a2", "b2", "a3", "b3"])
    try convert(
      data: data,
      {
        $0.reading.sheet.frameOrder = .name
        $0.sheet.data = [.godot]
      }
    ) { folder, _ in
      var options = ReadingOptions()
      options.sheet.tag = "walk"
      let source = try openSource(.path(folder.appending("out.tres")), options: options)
      #expect(try source.allPixels() == [1, 2].map { Self.sheet.cut($0 * 8, 0, 8, 8) })
    }
    try convert(
      data: data,
      {
        $0.reading.sheet.frameOrder = .name
        $0.sheet.data = [.asepriteArray]
      }
    ) { folder, report in
      let found = try tags(folder)
      #expect(found == [])
      #expect(
        report.plan.notes.contains {
          $0.text(.options).hasPrefix(
            "Aseprite JSON (array) cannot hold the animations \"walk\", \"run\"; ")
        })
    }
  }

  @Test func aChosenTagIsTheWhole() throws {
    try convert({ $0.reading.sheet.tag = "run" }) { folder, _ in
      let found = try tags(folder)
      #expect(found == ["out 0-3 forward for ever"])
    }
  }

  /// Two tags with the same name stay separate, with different names if names are keys.
  @Test func tagsOfOneNameStayApart() throws {
    let tags = """
      {"name":"hit","from":0,"to":1,"direction":"forward"},
      {"name":"hit","from":2,"to":5,"direction":"reverse"}
      """
    try convert(data: Self.data(tags: tags), { $0.sheet.data = [.aseprite, .godot] }) { folder, _ in
      #expect(
        try self.tags(folder) == ["hit 0-1 forward for ever", "hit 2-5 reverse for ever"])
      for file in ["out.json", "out.tres"] {
        var options = ReadingOptions()
        options.sheet.tag = "hit-2"
        let source = try openSource(.path(folder.appending(file)), options: options)
        #expect(try source.allPixels() == [5, 4, 3, 2].map { Self.sheet.cut($0 * 8, 0, 8, 8) })
      }
    }
  }

  /// The tags survive a conversion from format to format and back.
  @Test(arguments: [AtlasDataFormat.godot, .phaser, .cocos])
  func tagsSurviveARoundTripThroughLists(format: AtlasDataFormat) throws {
    let file = try #require(Self.formats.first { $0.0 == format }?.1)
    let tags = """
      {"name":"walk","from":0,"to":2,"direction":"reverse"},
      {"name":"run","from":3,"to":5,"direction":"pingpong"}
      """
    try convert(data: Self.data(tags: tags), { $0.sheet.data = [format] }) { folder, _ in
      let conversion = Conversion(
        input: .path(folder.appending(file)), output: .file(folder.appending("again.png")))
      _ = try ConversionJob(conversion).run()
      #expect(
        try self.tags(folder, "again.json").map { $0.split(separator: " ")[0] } == ["walk", "run"])
      for (tag, order) in [("walk", [2, 1, 0]), ("run", [3, 4, 5, 4])] {
        var options = ReadingOptions()
        options.sheet.tag = tag
        let source = try openSource(.path(folder.appending("again.json")), options: options)
        #expect(try source.allPixels() == order.map { Self.sheet.cut($0 * 8, 0, 8, 8) })
      }
    }
  }

  /// A tag on two pages is in both files, and reading joins it.
  @Test func tagsGoOverPages() throws {
    try convert({
      $0.sheet.data = [.aseprite]
      $0.sheet.maxSize = 16
      $0.sheet.columns = 2
    }) { folder, report in
      #expect(report.outputs.count == 4)
      var options = ReadingOptions()
      options.sheet.tag = "run"
      let source = try openSource(.path(folder.appending("out-0.json")), options: options)
      #expect(try source.allPixels() == [3, 4, 5, 4].map { Self.sheet.cut($0 * 8, 0, 8, 8) })
    }
  }
}
