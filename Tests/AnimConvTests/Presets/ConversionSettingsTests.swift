import AnimTiming
import Messages
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages
@testable import TextFormats
@testable import Writing

@Suite struct ConversionSettingsTests {
  /// For each setting a value, and whether the conversion then has it.
  static let effects: [(name: String, value: String, holds: @Sendable (Conversion) -> Bool)] = [
    ("strict", "true", { $0.reading.isStrict }),
    ("hdr", "refuse", { $0.reading.highDynamicRange == .refuse }),
    ("stream", "1", { $0.reading.video.stream == 1 }),
    ("deinterlace", "off", { $0.reading.video.deinterlace == .off }),
    ("max-pixels", "5", { $0.reading.limits.maxPixels == 5 }),
    ("max-side", "5", { $0.reading.limits.maxSide == 5 }),
    ("max-frames", "5", { $0.reading.limits.maxFrames == 5 }),
    ("max-total-pixels", "5", { $0.reading.limits.maxTotalPixels == 5 }),
    ("max-metadata-chunk", "5", { $0.reading.limits.maxMetadataChunkBytes == 5 }),
    ("max-metadata", "5", { $0.reading.limits.maxMetadataBytes == 5 }),
    ("max-input-bytes", "5", { $0.reading.limits.maxInputBytes == 5 }),
    ("max-spooled-bytes", "5", { $0.reading.limits.maxSpooledBytes == 5 }),
    ("fps", "12.5", { $0.reading.frameRate == FrameRate("12.5") }),
    ("gaps", "hold", { $0.reading.folder.gaps == .hold }),
    ("sizes", "crop", { $0.reading.folder.sizes == .crop }),
    ("input-scale", "2", { $0.reading.folder.inputScale == ExactDecimal(2) }),
    ("start-number", "0", { $0.reading.folder.startNumber == 0 }),
    ("merge-repeats", "true", { $0.reading.folder.mergesRepeats }),
    ("cut", "on", { $0.reading.sheet.use == .always }),
    ("cell", "96x66", { $0.reading.sheet.grid.cell == PixelSize(width: 96, height: 66) }),
    ("grid", "10x5", { $0.reading.sheet.grid.grid == PixelSize(width: 10, height: 5) }),
    ("count", "7", { $0.reading.sheet.grid.count == 7 }),
    ("spacing", "2", { $0.reading.sheet.grid.spacing == 2 }),
    ("margin", "3", { $0.reading.sheet.grid.margin == 3 }),
    ("order", "columns", { $0.reading.sheet.grid.order == .columns }),
    ("drop-blank", "true", { $0.reading.sheet.dropsBlankFrames }),
    ("tag", "walk", { $0.reading.sheet.tag == "walk" }),
    ("layer", "ink,paper", { $0.reading.aseprite.layer == "ink,paper" }),
    ("hidden-layers", "true", { $0.reading.aseprite.showsHiddenLayers }),
    ("slice", "head", { $0.reading.aseprite.slice == "head" }),
    ("pixel-aspect", "true", { $0.reading.aseprite.appliesPixelAspect }),
    ("image", "a.png", { $0.reading.sheet.image == "a.png" }),
    ("delays", "gifu", { $0.timing.delays == DelayPolicy("gifu") }),
    (
      "frame-delays", "40ms,1.5s",
      { $0.timing.frameDelays == [.milliseconds(40), RationalTime(3, 2)] }
    ),
    ("range", "2..<4", { $0.timing.edits.range == AnimationTimeline.FrameRange("2..<4") }),
    (
      "at", "1.5s,f2", { $0.timing.edits.at == [.time(RationalTime(3, 2)), .frame(2)] }
    ),
    ("select", "key", { $0.timing.edits.select == .key }),
    ("every", "3", { $0.timing.edits.every == 3 && $0.timing.edits.interval == nil }),
    ("pick", "20", { $0.timing.edits.pick == 20 }),
    ("poster", "best", { $0.timing.poster == .best }),
    ("reverse", "true", { $0.timing.edits.direction == .reverse }),
    ("bounce", "true", { $0.timing.edits.direction == .bounce }),
    ("speed", "2", { $0.timing.edits.speed == TimingEdits.Speed("2") }),
    ("hold-last", "1.5", { $0.timing.edits.holdLast == RationalTime("1.5") }),
    ("loops", "3", { $0.timing.edits.loops == 3 && $0.image.plays == .plays(3) }),
    ("min-duration", "3", { $0.timing.edits.minDuration == RationalTime("3") }),
    ("schedule", "fps=30", { $0.timing.schedule == .constant(FrameRate(30)) }),
    ("max-fps", "50", { $0.timing.budget.maxFrameRate == FrameRate(50) }),
    ("max-slots", "9", { $0.timing.budget.maxSlots == 9 }),
    ("max-output-frames", "9", { $0.timing.maxOutputFrames == 9 }),
    ("scale", "x480", { $0.shaping.scale == .height(480) }),
    ("filter", "nearest", { $0.shaping.filter == .nearest }),
    ("fit", "cover", { $0.shaping.fit == .cover }),
    ("crop", "3x4+1+2", { $0.shaping.crop == PixelRect(x: 1, y: 2, width: 3, height: 4) }),
    ("alpha", "pair", { $0.shaping.alpha == .pair }),
    ("template", "true", { $0.shaping.alpha == .template }),
    ("alpha-pair", "true", { $0.shaping.alpha == .pair }),
    ("alpha-mix", "true", { $0.shaping.alpha == .mix }),
    ("matte", "black", { $0.shaping.matte == RGBColor("#000") }),
    ("codec", "vp9", { $0.video.codec == .vp9 }),
    ("crf", "18", { $0.video.crf == 18 }),
    ("bframes", "2", { $0.video.bFrames == 2 }),
    ("encoder-preset", "slow", { $0.video.encoderPreset == "slow" }),
    ("bitrate", "800k", { $0.video.bitrate == 800_000 }),
    ("chroma", "444", { $0.video.chroma == .yuv444 }),
    ("chroma", "sharp", { $0.video.chroma == .sharp }),
    ("undither", "auto", { $0.undithering == .auto }),
    ("audio", "drop", { $0.video.audio == .drop }),
    ("lossless", "true", { $0.video.isLossless && $0.image.isLossless == true }),
    ("threads", "2", { $0.video.threads == 2 }),
    ("segments", "auto", { $0.video.segments == .auto }),
    ("segments", "3", { $0.video.segments == .atOnce(3) }),
    ("max-memory", "2GiB", { $0.video.maxMemory == 2 << 30 }),
    ("layout", "row", { $0.sheet.layout == .row }),
    ("columns", "4", { $0.sheet.columns == 4 }),
    ("max-size", "2048", { $0.sheet.maxSize == 2048 }),
    ("power-of-two", "true", { $0.sheet.powerOfTwo }),
    ("padding", "1", { $0.sheet.padding == 1 }),
    ("border", "2", { $0.sheet.border == 2 }),
    ("extrude", "3", { $0.sheet.extrude == 3 }),
    ("trim", "false", { $0.sheet.trims == false }),
    ("rotate", "true", { $0.sheet.allowsRotation }),
    ("labels", "true", { $0.sheet.labelsTimes }),
    ("label-frames", "true", { $0.sheet.labelsFrames }),
    ("label-head", "true", { $0.sheet.hasHead }),
    ("label-font", "dots", { $0.sheet.labelFont == .dots }),
    ("scales", "1,2", { $0.sheet.scales == [1, 2] && $0.frames.scales == [1, 2] }),
    ("name", "", { $0.frames.name == "" }),
    ("pad", "4", { $0.frames.pad == 4 }),
    ("start", "1", { $0.frames.start == 1 }),
    ("duplicates", "list", { $0.frames.repeats == .list }),
    ("frame-format", "webp", { $0.frames.format == .webp }),
    ("depth", "auto", { $0.frames.depth == .auto }),
    ("resume", "true", { $0.frames.resumes }),
    ("quality", "70", { $0.frames.quality == 70 && $0.image.quality == 70 }),
    ("effort", "7", { $0.image.effort == 7 }),
    ("colors", "16", { $0.image.colors == 16 }),
    ("dither", "0.5", { $0.image.dither == 0.5 }),
    ("motion-threshold", "2", { $0.image.motionThreshold == 2 }),
    ("alpha-edge", "dither", { $0.image.alphaEdge == .dither }),
    ("webp", "lossy", { $0.image.webp == .lossy }),
    ("alpha-quality", "60", { $0.image.alphaQuality == 60 }),
    ("global-palette", "true", { $0.image.usesGlobalPalette }),
    ("plain", "true", { $0.image.isPlain }),
    ("keep-frames", "true", { $0.image.keepsFrames }),
    ("imagesets", "true", { $0.frames.usesImageSets }),
    ("for", "flip-book", { $0.playerAsset == .flipBook }),
    ("data", "pixi,timing", { $0.sheet.data == [.pixi] && $0.frames.lists == [.timing] }),
    ("merge-duplicates", "true", { $0.sheet.mergesDuplicates && $0.frames.mergesDuplicates }),
    ("png-level", "9", { $0.sheet.png.level == 9 && $0.frames.png.level == 9 }),
    ("optimize", "true", { $0.sheet.png.isOptimized && $0.frames.png.isOptimized }),
    ("container", "zip", { $0.kind == .ugoira }),
    ("max-bytes", "256KiB", { $0.sizeTarget.maxBytes == 262_144 }),
    ("target", "80", { $0.qualityTarget == Conversion.QualityTarget(80) }),
    ("ssim", "0.98", { $0.qualityTarget == Conversion.QualityTarget(0.98, .ssim) }),
    ("shrink", "rate", { $0.sizeTarget.steps == [.rate] }),
  ]

  private func conversion(_ settings: ConversionSettings) throws -> Conversion {
    var conversion = Conversion(input: .standardInput, output: .standardOutput)
    try settings.apply(to: &conversion)
    return conversion
  }

  private func settings(_ texts: [String: String]) throws -> ConversionSettings {
    var settings = ConversionSettings()
    for (name, text) in texts { try settings.set(name, to: text) }
    return settings
  }

  @Test(arguments: effects)
  func aSettingReachesTheConversion(
    name: String, value: String, holds: @Sendable (Conversion) -> Bool
  ) throws {
    #expect(!holds(try conversion(ConversionSettings())), "the value is not the default")
    #expect(holds(try conversion(settings([name: value]))))
  }

  @Test func everySettingIsTriedHere() {
    let dependent: Set<String> = [
      "zero-delay", "slot-tolerance", "twin", "scene-threshold", "min-scene",
    ]
    #expect(
      Set(ConversionSettings.Setting.all.map(\.name)) == dependent.union(Self.effects.map(\.name)))
  }

  @Test func settingsThatBuildOnOthersApplyInAnyOrder() throws {
    let verbatim = try conversion(settings(["zero-delay": "7", "delays": "verbatim"]))
    #expect(verbatim.timing.delays == .verbatim(zeroDelay: .milliseconds(7)))
    let scenes = try conversion(
      settings(["scene-threshold": "25", "min-scene": "250ms", "select": "scene"]))
    #expect(scenes.timing.scenes.threshold == 25)
    #expect(scenes.timing.scenes.shortest == RationalTime(1, 4))
    let slots = try conversion(settings(["slot-tolerance": "5", "schedule": "slots"]))
    #expect(slots.timing.schedule == .slots(tolerance: RationalTime("5ms")))
    let implied = try conversion(settings(["slot-tolerance": "5"]))
    #expect(implied.timing.schedule == slots.timing.schedule)
    let back = try conversion(settings(["bounce": "true", "reverse": "true"]))
    #expect(back.timing.edits.direction == .reverseBounce)
  }

  @Test func unknownNamesSuggestTheNearest() throws {
    var settings = ConversionSettings()
    #expect(throws: SettingError.unknown(name: "colums", nearest: "columns")) {
      try settings.set("colums", to: "3")
    }
    #expect(throws: SettingError.unknown(name: "brightness", nearest: nil)) {
      try settings.set("brightness", to: "3")
    }
    #expect(
      throws: SettingError.invalid(
        name: .pngLevel, expectation: "a whole number from 0 to 9", value: "10")
    ) { try settings.set("png-level", to: "10") }
    #expect(settings.isEmpty)
  }

  static let contradictions: [([String: String], SettingError)] = [
    (["crf": "18", "bitrate": "2M"], .excludeEachOther(.crf, .bitrate)),
    (["zero-delay": "7"], .needs(name: .zeroDelay, other: .delays, value: "verbatim")),
    (
      ["slot-tolerance": "7", "schedule": "variable"],
      .needs(name: .slotTolerance, other: .schedule, value: "slots")
    ),
    (["template": "true", "alpha": "keep"], .excludeEachOther(.template, .alpha)),
    (["alpha-pair": "true", "alpha": "mix"], .excludeEachOther(.alphaPair, .alpha)),
    (
      ["alpha-mix": "true", "alpha-pair": "true"], .excludeEachOther(.alphaPair, .alphaMix)
    ),
    (["template": "true", "alpha-mix": "true"], .excludeEachOther(.template, .alphaMix)),
    (
      ["twin": "back", "for": "flip-book"], .needs(name: .twin, other: .for, value: "mdc-sprited")
    ),
    (["optimize": "true", "png-level": "9"], .excludeEachOther(.optimize, .pngLevel)),
    (["lossless": "true", "quality": "50"], .excludeEachOther(.lossless, .quality)),
    (["lossless": "true", "plain": "true"], .excludeEachOther(.lossless, .plain)),
    (
      ["twin": "back", "for": "flip-book"], .needs(name: .twin, other: .for, value: "mdc-sprited")
    ),
    (["cut": "off", "grid": "2x2"], .cutsWithoutSheet),
  ]

  @Test(arguments: contradictions)
  func contradictionsAreRefused(texts: [String: String], error: SettingError) throws {
    let settings = try settings(texts)
    #expect(throws: error) { try conversion(settings) }
    #expect(error.kind.exitCode == 78)
  }

  @Test func aChildTakesWhatItsSettingsReplaceInMeaning() throws {
    let parent = try settings([
      "codec": "h264", "crf": "18", "encoder-preset": "slow", "scale": "2",
    ])
    let rate = parent.overridden(by: try settings(["bitrate": "2M"]))
    #expect(rate.names == ["bitrate", "codec", "encoder-preset", "scale"])
    let codec = parent.overridden(by: try settings(["codec": "vp9", "scale": "3"]))
    #expect(codec == (try settings(["codec": "vp9", "scale": "3"])))
    #expect(parent.overridden(by: try settings(["codec": "h264"])) == parent)
    for (one, other) in [("alpha", "alpha-pair"), ("alpha-pair", "alpha-mix")] {
      let value = one == "alpha" ? "matte" : "true"
      let above = try settings([one: value]).overridden(by: settings([other: "true"]))
      #expect(above.names == [other])
    }
    let both = parent.overridden(by: try settings(["codec": "vp9", "crf": "30"]))
    #expect(both["crf"] == "30" && both["encoder-preset"] == nil)
  }

  @Test func canonicalTextDoesNotDependOnOrder() throws {
    var one = ConversionSettings()
    try one.set("scale", to: "2")
    try one.set("crf", to: "18")
    var other = ConversionSettings()
    try other.set("crf", to: "20")
    try other.set("crf", to: "18")
    try other.set("scale", to: "2")
    #expect(one.canonicalText == "crf=\"18\"\nscale=\"2\"\n")
    #expect(one.canonicalText == other.canonicalText)
    // A value cannot look like another setting.
    #expect(try settings(["name": "a\nscale=2"]).canonicalText == "name=\"a\\nscale=2\"\n")
  }

  @Test func jsonValuesAreWhatTheCommandLineSays() throws {
    let json = try JSONReader.read(
      Array(
        #"{"crf": 18, "speed": 0.5, "trim": false, "scales": [1, 2], "data": ["css", "pixi"]}"#
          .utf8))
    let expected = try settings([
      "crf": "18", "speed": "0.5", "trim": "false", "scales": "1,2", "data": "css,pixi",
    ])
    #expect(try ConversionSettings(json: json) == expected)
    for text in [#"{"crf": null}"#, #"{"crf": {}}"#, #"{"scales": [[1]]}"#] {
      #expect(throws: SettingError.self) {
        try ConversionSettings(json: JSONReader.read(Array(text.utf8)))
      }
    }
  }

  @Test func dataSuitsTheKindOfOutput() throws {
    #expect(throws: SettingError.dataWithoutFrames) {
      try settings(["data": "pixi"]).checkData(for: .video(.mp4))
    }
    #expect(throws: SettingError.self) { try settings(["data": "timing"]).checkData(for: .sheet) }
    #expect(throws: SettingError.self) {
      try settings(["data": "pixi"]).checkData(for: .frameFolder)
    }
    try settings(["data": "pixi"]).checkData(for: .sheet)
    try settings(["data": "none"]).checkData(for: .sheet)
    try settings([:]).checkData(for: .video(.mp4))
  }
}
