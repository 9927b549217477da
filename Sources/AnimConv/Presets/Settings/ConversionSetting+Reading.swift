internal import AnimTiming
internal import Atlases
internal import Raster
internal import Reading
internal import Stages
internal import TextFormats

extension ConversionSetting {
  /// Settings for reading any input.
  static let ofReading: [ConversionSetting] = [
    .switch("strict") { $0.reading.isStrict = $1 },
    ConversionSetting(
      "hdr", "tonemap, refuse or keep",
      parse: { HighDynamicRange(rawValue: $0) }, set: { $0.reading.highDynamicRange = $1 }),
    .number("stream", from: 0) { $0.reading.video.stream = $1 },
    ConversionSetting(
      "deinterlace", "auto or off",
      parse: { Deinterlacing(rawValue: $0) }, set: { $0.reading.video.deinterlace = $1 }),
    .number("max-pixels", from: 1) { $0.reading.limits.maxPixels = $1 },
    .number("max-side", from: 1) { $0.reading.limits.maxSide = $1 },
    .number("max-frames", from: 1) { $0.reading.limits.maxFrames = $1 },
    .number("max-total-pixels", from: 1) { $0.reading.limits.maxTotalPixels = $1 },
    .number("max-metadata-chunk", from: 1) { $0.reading.limits.maxMetadataChunkBytes = $1 },
    .number("max-metadata", from: 1) { $0.reading.limits.maxMetadataBytes = $1 },
    .number("max-spooled-bytes", from: 1) { $0.reading.limits.maxSpooledBytes = $1 },
    ConversionSetting(
      "fps", "a frame rate such as 25, 12.5 or 30000/1001",
      parse: { FrameRate(parsing: $0) }, set: { $0.reading.frameRate = $1 }),
  ]

  /// Settings for image files as frames.
  static let ofPictureFiles: [ConversionSetting] = [
    ConversionSetting(
      "gaps", "error, hold or skip",
      parse: { FrameGaps(rawValue: $0) }, set: { $0.reading.folder.gaps = $1 }),
    ConversionSetting(
      "sizes", "pad, contain, crop or error",
      parse: { MixedSizes(rawValue: $0) }, set: { $0.reading.folder.sizes = $1 }),
    ConversionSetting(
      "input-scale", "a scale such as 2",
      parse: { ExactDecimal($0).flatMap { $0.significand > 0 ? $0 : nil } },
      set: { $0.reading.folder.inputScale = $1 }),
    .number("start-number", from: 0) { $0.reading.folder.startNumber = $1 },
    .switch("merge-repeats") { $0.reading.folder.mergesRepeats = $1 },
  ]

  /// Settings for cutting sheets.
  static let ofSheetCutting: [ConversionSetting] = [
    ConversionSetting(
      "cut", "auto, on or off",
      parse: { SheetOptions.Use(parsing: $0) }, set: { $0.reading.sheet.use = $1 }),
    ConversionSetting(
      "cell", "a size such as 96x66",
      parse: { PixelSize(parsing: $0) }, set: { $0.reading.sheet.grid.cell = $1 }),
    ConversionSetting(
      "grid", "columns and rows such as 10x5",
      parse: { PixelSize(parsing: $0) }, set: { $0.reading.sheet.grid.grid = $1 }),
    .number("count", from: 1) { $0.reading.sheet.grid.count = $1 },
    .number("spacing", from: 0) { $0.reading.sheet.grid.spacing = $1 },
    .number("margin", from: 0) { $0.reading.sheet.grid.margin = $1 },
    ConversionSetting(
      "order", "rows, columns, file or name",
      parse: { SheetOrder($0) }, set: { $1.apply(to: &$0.reading.sheet) }),
    .switch("drop-blank") { $0.reading.sheet.dropsBlankFrames = $1 },
    .text("tag", "the name of a tag or animation, or several with commas") {
      $0.reading.sheet.tag = $1
    },
    .text("layer", "the name of a layer, or several with commas") {
      $0.reading.aseprite.layer = $1
    },
    .switch("hidden-layers") { $0.reading.aseprite.showsHiddenLayers = $1 },
    .text("slice", "the name of a slice") { $0.reading.aseprite.slice = $1 },
    .switch("pixel-aspect") { $0.reading.aseprite.appliesPixelAspect = $1 },
    .text("image", "the file of a picture") { $0.reading.sheet.image = $1 },
  ]
}

/// The order of cells of a grid, or of frames of an atlas.
private enum SheetOrder {
  case cells(GridRequest.Order)
  case frames(SheetOptions.FrameOrder)

  init?(_ text: String) {
    if let order = GridRequest.Order(rawValue: text) {
      self = .cells(order)
    } else if let order = SheetOptions.FrameOrder(rawValue: text), order != .automatic {
      self = .frames(order)
    } else {
      return nil
    }
  }

  func apply(to sheet: inout SheetOptions) {
    switch self {
    case .cells(let order): sheet.grid.order = order
    case .frames(let order): sheet.frameOrder = order
    }
  }
}
