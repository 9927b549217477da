extension SettingGroup {
  /// All settings by group, in the order of help.
  package static let all = [
    input, pictureFiles, sheetCutting, delays, play, schedule, size, transparency, video, image,
    sheet,
    frames, pictures, players, output,
  ]

  package static let input = SettingGroup(
    "Input",
    Row(
      "strict", "hdr", "max-pixels", "max-side", "max-frames", "max-total-pixels",
      "max-metadata-chunk",
      "max-metadata", "max-spooled-bytes"),
    Row("stream", "deinterlace", scope: .init(inputs: .videos)),
    Row("fps", scope: .init(condition: .freeRate)))

  package static let pictureFiles = SettingGroup(
    "Order and size",
    Row("gaps", "sizes", scope: .init(inputs: .pictureFiles)),
    Row("input-scale", scope: .init(inputs: [.pictureFiles, .imageSets])),
    Row("start-number", "merge-repeats", scope: .init(inputs: .pictureFiles)))

  package static let sheetCutting = SettingGroup(
    "Cutting",
    Row(
      "cell", "grid", "count", "spacing", "margin", "drop-blank", scope: .init(inputs: .sheets)),
    Row("order", scope: .init(inputs: [.sheets, .atlases], condition: .suitedOrder)),
    Row("cut", scope: .init(inputs: [.sheets, .stills, .imageSets])),
    Row("tag", scope: .init(inputs: [.atlases, .aseprite])),
    Row(
      "layer", "hidden-layers", "slice", "pixel-aspect", scope: .init(inputs: .layers)),
    Row("image", scope: .init(inputs: .atlases)))

  package static let delays = SettingGroup("Delays", Row("delays", "zero-delay"))

  package static let play = SettingGroup(
    "Play",
    Row(
      "range", "at", "select", "scene-threshold", "min-scene", "every", "pick", "poster", "reverse",
      "bounce", "speed", "hold-last", "loops", "min-duration"))

  package static let schedule = SettingGroup(
    "Schedule",
    Row("schedule", "slot-tolerance", "max-output-frames"),
    Row("max-fps", "max-slots", scope: .init(condition: .slots)))

  package static let size = SettingGroup(
    "Size",
    Row("scale", "crop"),
    Row("filter", scope: .init(condition: .scaling)),
    Row("fit", scope: .init(condition: .box)))

  package static let transparency = SettingGroup(
    "Transparency",
    Row("alpha", "alpha-pair", "alpha-mix"),
    Row("matte", scope: .init(condition: .flattening)))

  package static let video = SettingGroup(
    "Encoding",
    Row(
      "codec", "crf", "encoder-preset", "bframes", "bitrate", "chroma", "audio", "threads",
      "segments",
      scope: .init(feature: .encoding)),
    Row("lossless", scope: .init(feature: .lossless)),
    Row("undither", scope: .init(feature: .undithering)))

  package static let image = SettingGroup(
    "Coding",
    Row("effort", "keep-frames", scope: .init(feature: .images)),
    Row(
      "colors", "dither", "motion-threshold", "alpha-edge", "global-palette", "plain",
      scope: .init(feature: .palettes)),
    Row("webp", "alpha-quality", scope: .init(feature: .webp)),
    Row("quality", scope: .init(feature: .quality)))

  package static let sheet = SettingGroup(
    "Layout",
    Row(
      "layout", "columns", "max-size", "power-of-two", "padding", "border", "extrude", "trim",
      "rotate", "labels", "label-frames", scope: .init(feature: .layout)),
    Row("label-font", scope: .init(feature: .layout, condition: .labels)))

  package static let frames = SettingGroup(
    "Files",
    Row(
      "pad", "start", "frame-format",
      scope: .init(feature: .pictureFiles)),
    Row("depth", scope: .init(feature: .depth)),
    Row("name", scope: .init(feature: .names)),
    Row("duplicates", "imagesets", scope: .init(feature: .folders)),
    Row("resume", scope: .init(feature: .resuming)))

  package static let pictures = SettingGroup(
    "Pictures",
    Row("merge-duplicates", "optimize", scope: .init(feature: .pictures)),
    Row("png-level", scope: .init(feature: .pictures, condition: .pngFrames)),
    Row("data", "scales", scope: .init(feature: .descriptions)))

  package static let players = SettingGroup(
    "Players",
    // The player decides which kinds suit it.
    Row("for", "template"),
    Row("twin", scope: .init(feature: .imageSets)))

  package static let output = SettingGroup(
    "Output",
    Row("container", "max-bytes", "max-memory"),
    Row("shrink", scope: .init(condition: .byteLimit)))
}
