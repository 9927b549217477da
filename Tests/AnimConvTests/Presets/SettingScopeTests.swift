import AnimPlay
import AnimTiming
import AtlasTestSupport
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// The table of settings and their scopes is correct, and no setting is ignored.
@Suite struct SettingScopeTests {
  static let kinds: [(kind: OutputKind, name: String)] = [
    (.video(.mp4), "o.mp4"), (.sheet, "o.png"), (.frameFolder, "o/"), (.ugoira, "o.zip"),
    (.imageSet, "o.imageset"), (.gif, "o.gif"), (.apng, "o.apng"),
    (.webp, "o.webp"),
  ]

  private static let orbit = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  private func settings(_ texts: [(String, String)]) throws -> ConversionSettings {
    var settings = ConversionSettings()
    for (name, text) in texts { try settings.set(name, to: text) }
    return settings
  }

  private func refusal(
    _ settings: ConversionSettings, _ input: FilePath, _ kind: OutputKind, _ name: String
  ) throws -> ConversionError? {
    var conversion = Conversion(input: .path(input), output: .file(FilePath(name)))
    conversion.kind = kind
    if kind == .imageSet { conversion.playerAsset = .spritedAnimationView }
    try settings.apply(to: &conversion)
    do {
      _ = try ConversionJob(conversion).plan()
      return nil
    } catch let error as ConversionError {
      return error
    }
  }

  @Test func everySettingIsInOneGroup() {
    let names = SettingGroup.all.flatMap(\.names)
    #expect(Set(names) == Set(ConversionSettings.Setting.all.map(\.name)))
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: kinds)
  func aSettingForOtherOutputsIsRefused(kind: OutputKind, name: String) throws {
    var count = 0
    for effect in ConversionSettingsTests.effects {
      let setting = try ConversionSettings.Setting.named(effect.name)
      guard let feature = setting.scope.feature, !kind.takes(feature) else { continue }
      let given = try settings([(effect.name, effect.value)])
      let error = try #require(try refusal(given, Self.orbit, kind, name))
      #expect(error.kind == .usage, "\(effect.name): \(error)")
      #expect(
        error.underlying as? PlanningError
          == .idle(
            Conversion.IdleSetting(setting: setting.key, cause: .output(feature, kind))),
        "\(effect.name): \(error)")
      #expect(throws: SettingError.self) { try given.checkScope(outputs: [kind]) }
      #expect(given.suited(to: kind).isEmpty)
      count += 1
    }
    #expect(count > 10)
  }

  /// A file for each kind of input except plain animations.
  private func write(_ kind: InputKind, in folder: TemporaryFolder) throws -> FilePath {
    switch kind {
    case .gif: return Self.orbit
    case .png, .sheet:
      let name = kind == .png ? "still.png" : "walk_3x2.png"
      try folder.write(DrawnSheet(96, 64).png(), to: name)
      return folder.appending(name)
    case .atlas:
      try folder.write(DrawnSheet(64, 16).png(), to: "sheet.png")
      try folder.write(
        """
        {"frames":{"a":\(packedFrame(0, 0, 16, 16, more: ",\"duration\":90"))},
        "meta":{"app":"https://www.aseprite.org/","image":"sheet.png","scale":"1"}}
        """, to: "data.json")
      return folder.appending("data.json")
    default:
      for index in 0..<3 { try folder.write(DrawnSheet(8, 8).png(), to: "f\(index).png") }
      return folder.path
    }
  }

  @Test(arguments: [InputKind.gif, .png, .sheet, .atlas, .frameFolder])
  func aSettingForOtherInputsIsRefused(kind: InputKind) throws {
    try TemporaryFolder.with { folder in
      let input = try write(kind, in: folder)
      let info = try openSource(.path(input)).info
      #expect(info.kind == kind)
      var count = 0
      for effect in ConversionSettingsTests.effects {
        let scope = try ConversionSettings.Setting.named(effect.name).scope
        guard scope.inputs.isDisjoint(with: InputForms(info)) else { continue }
        // Cutting a still image makes it a sheet.
        if kind == .png, scope.inputs.contains(.sheets) { continue }
        let error = try #require(
          try refusal(settings([(effect.name, effect.value)]), input, .video(.mp4), "o.mp4"),
          "\(effect.name)")
        #expect(error.kind == .usage, "\(effect.name): \(error)")
        #expect(error.file != nil && error.remedy != nil, "\(effect.name): \(error)")
        count += 1
      }
      #expect(count >= 5)
    }
  }

  @Test func theOrderSuitsTheInput() throws {
    try TemporaryFolder.with { folder in
      for (kind, right, wrong) in [
        (InputKind.atlas, ["file", "name"], "rows"), (.sheet, ["rows", "columns"], "file"),
      ] {
        let input = try write(kind, in: folder)
        for order in right {
          #expect(try refusal(settings([("order", order)]), input, .video(.mp4), "o.mp4") == nil)
        }
        let error = try #require(
          try refusal(settings([("order", wrong)]), input, .video(.mp4), "o.mp4"))
        #expect(error.kind == .usage && error.reason.text(.options).hasPrefix("--order takes"))
      }
    }
  }

  static let alone: [(settings: [(String, String)], kind: OutputKind, part: String)] = [
    ([("filter", "nearest")], .video(.mp4), "--filter needs --scale"),
    ([("fit", "cover")], .video(.mp4), "--fit needs --scale WxH"),
    ([("fit", "cover"), ("scale", "2")], .video(.mp4), "--fit needs --scale WxH"),
    ([("max-fps", "20")], .video(.mp4), "--max-fps needs --schedule slots"),
    ([("max-slots", "20"), ("schedule", "fps=20")], .video(.mp4), "--max-slots needs"),
    ([("shrink", "rate")], .sheet, "--shrink needs --max-bytes"),
    (
      [("png-level", "3"), ("frame-format", "webp")], .frameFolder,
      "--png-level needs --frame-format png"
    ),
    ([("matte", "black")], .video(.webm), "--matte needs --alpha matte"),
    ([("matte", "black")], .sheet, "--matte needs --alpha matte"),
    (
      [("label-font", "dots")], .sheet,
      "--label-font needs --labels, --label-frames or --label-head"
    ),
    (
      [("fps", "12"), ("schedule", "slots")], .video(.mp4),
      "--fps and --schedule cannot be used together, because the input has times of its own"
    ),
  ]

  @Test(arguments: alone)
  func aSettingThatNeedsAnotherSaysSo(
    texts: [(String, String)], kind: OutputKind, part: String
  ) throws {
    let error = try #require(
      try refusal(settings(texts), Self.orbit, kind, "o.x"))
    #expect(error.reason.text(.options).hasPrefix(part), "\(error)")
    #expect(error.kind == .usage)
  }

  @Test(arguments: [
    [("filter", "nearest"), ("scale", "2")], [("fit", "cover"), ("scale", "90x30")],
    [("max-fps", "20"), ("slot-tolerance", "22")], [("fps", "12")], [("matte", "black")],
    [("max-fps", "100"), ("alpha", "pair")], [("shrink", "rate"), ("max-bytes", "1M")],
    [("loops", "2")], [("reverse", "false"), ("lossless", "false")],
  ])
  func besideWhatTheyNeedTheyAreTaken(texts: [(String, String)]) throws {
    let error = try refusal(settings(texts), Self.orbit, .video(.mp4), "o.mp4")
    #expect(error == nil, "\(error!)")
  }

  @Test func aColorToFlattenOntoIsSaidToChangeNothingWithoutTransparency() throws {
    try TemporaryFolder.with { folder in
      let pictures = [[UInt32](repeating: 0xFF00_00FF, count: 4)]
      let input = AnimationInput.custom(
        CustomInput(name: "opaque") { _ in
          ArraySource(pictures, size: PixelSize(width: 2, height: 2))
        })
      var conversion = Conversion(input: input, output: .file(folder.appending("o.mp4")))
      try settings([("matte", "black")]).apply(to: &conversion)
      let notes = try ConversionJob(conversion).plan().notes
      #expect(notes.contains { $0.text(.options).contains("--matte changes nothing") })
    }
  }

  /// For outputs that a setting applies to: a value that changes the output, together with the
  /// settings that it needs.
  static let acting: [(kind: OutputKind, base: [(String, String)], name: String, value: String)] =
    [
      (.video(.mp4), [], "codec", "hevc"), (.video(.mp4), [], "crf", "40"),
      (.video(.mp4), [], "encoder-preset", "ultrafast"), (.video(.mp4), [], "bitrate", "20k"),
      (.video(.mp4), [], "bframes", "0"),
      (.video(.mp4), [], "chroma", "444"), (.video(.mp4), [], "lossless", "true"),
      (.video(.mp4), [], "matte", "black"), (.video(.mp4), [], "alpha", "stacked"),
      (.video(.mp4), [("scale", "40x40")], "fit", "cover"),
      (.video(.mp4), [("scale", "2")], "filter", "bicubic"),
      (.video(.mp4), [], "fps", "7"), (.video(.mp4), [], "schedule", "fps=9"),
      (.sheet, [], "layout", "row"), (.sheet, [], "columns", "2"), (.sheet, [], "max-size", "128"),
      (.sheet, [], "power-of-two", "true"), (.sheet, [], "padding", "3"),
      (.sheet, [], "border", "3"),
      (.sheet, [], "extrude", "1"), (.sheet, [], "trim", "true"),
      (.sheet, [("layout", "packed")], "trim", "false"), (.sheet, [], "labels", "true"),
      (.sheet, [], "label-frames", "true"), (.sheet, [], "pick", "5"),
      (.sheet, [], "poster", "best"), (.gif, [], "poster", "7"),
      (.sheet, [("labels", "true"), ("scale", "4x")], "label-font", "dots"),
      (.sheet, [], "scales", "1,2"), (.sheet, [], "data", "css"), (.sheet, [], "png-level", "0"),
      (.sheet, [("bounce", "true")], "merge-duplicates", "true"), (.sheet, [], "loops", "2"),
      (.sheet, [], "template", "true"),
      (.frameFolder, [], "name", "f"), (.frameFolder, [], "pad", "5"),
      (.frameFolder, [], "start", "7"), (.frameFolder, [("bounce", "true")], "duplicates", "list"),
      (.frameFolder, [], "frame-format", "webp"), (.frameFolder, [], "depth", "16"),
      (.frameFolder, [("frame-format", "jpeg")], "quality", "30"),
      (.frameFolder, [], "imagesets", "true"), (.frameFolder, [], "data", "ffconcat"),
      (.frameFolder, [("bounce", "true")], "merge-duplicates", "true"),
      (.frameFolder, [], "png-level", "0"), (.frameFolder, [], "scales", "1,2"),
      (.ugoira, [], "name", "f"), (.ugoira, [], "pad", "9"), (.ugoira, [], "start", "7"),
      (.ugoira, [], "frame-format", "jpeg"), (.ugoira, [], "png-level", "0"),
      (.ugoira, [("frame-format", "jpeg")], "quality", "30"),
      (.imageSet, [("schedule", "fps=20")], "scales", "1,2"),
      (.imageSet, [("schedule", "fps=20")], "png-level", "0"),
      (.gif, [], "loops", "3"), (.gif, [("scale", "3"), ("filter", "bicubic")], "quality", "20"),
      (.gif, [("scale", "3"), ("filter", "bicubic")], "alpha-edge", "dither"),
      (
        .gif, [("scale", "3"), ("filter", "bicubic"), ("alpha-edge", "matte")], "matte", "red"
      ),
      (.apng, [], "loops", "3"), (.apng, [], "effort", "9"), (.apng, [], "alpha", "matte"),
    ]

  @Test(arguments: acting)
  func whatTheTableTakesChangesWhatIsWritten(
    kind: OutputKind, base: [(String, String)], name: String, value: String
  ) throws {
    try TemporaryFolder.with { folder in
      func written(_ texts: [(String, String)], to place: String) throws -> [String: Data] {
        let parent = folder.appending(place)
        try FileManager.default.createDirectory(
          atPath: parent.string, withIntermediateDirectories: false)
        let ending = kind.fileExtension.isEmpty ? "" : ".\(kind.fileExtension)"
        var conversion = Conversion(
          input: .path(Self.orbit), output: .file(parent.appending("o" + ending)))
        conversion.kind = kind
        if kind == .imageSet { conversion.playerAsset = .spritedAnimationView }
        try settings(texts).apply(to: &conversion)
        _ = try ConversionJob(conversion).run()
        let names = try FileManager.default.subpathsOfDirectory(atPath: parent.string)
        return Dictionary(
          uniqueKeysWithValues: names.map { name in
            (name, FileManager.default.contents(atPath: parent.appending(name).string) ?? Data())
          })
      }
      let without = try written(base, to: "a")
      let with = try written(base + [(name, value)], to: "b")
      #expect(with != without)
    }
  }
}
