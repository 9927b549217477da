internal import Atlases
internal import Messages
internal import Raster
internal import Reading

extension SettingGroup {
  /// Sheets, atlases and Aseprite files as inputs.
  package static let sheetCutting = SettingGroup(
    "Cutting", scope: .init(inputs: .sheets),
    settings: [
      .value(
        .cut, "auto, on or off", as: "use",
        """
        Cut a still image into frames: auto (if one of the options below or a name such as \
        walk_8x1.png says so), on (into cells by name, or one row or column of squares) or off.
        """,
        default: "auto",
        parse: { ReadingOptions.Sheet.Use($0) }, set: { $0.reading.sheet.use = $1 }
      )
      .scoped(inputs: [.sheets, .stills, .imageSets])
      .words(["auto", "on", "off"]),
      .value(
        .cell, "a size such as 96x66", as: "WxH",
        "Cell size in pixels, such as 96x66.",
        default: "none",
        parse: { PixelSize(parsing: $0) }, set: { $0.reading.sheet.grid.cell = $1 }
      )
      .example("96x66"),
      .value(
        .grid, "columns and rows such as 10x5", as: "CxR",
        "Number of columns and rows, such as 10x5.",
        default: "none",
        parse: { PixelSize(parsing: $0) }, set: { $0.reading.sheet.grid.grid = $1 }
      )
      .example("24x1"),
      .number(
        .count, as: "n", from: 1,
        "Number of frames.",
        default: "every cell"
      ) { $0.reading.sheet.grid.count = $1 }
      .example("8"),
      .number(
        .spacing, as: "px", from: 0,
        "Space between cells, in pixels.",
        default: "0"
      ) { $0.reading.sheet.grid.spacing = $1 }
      .example("2"),
      .number(
        .margin, as: "px", from: 0,
        "Space around all cells, in pixels.",
        default: "0"
      ) { $0.reading.sheet.grid.margin = $1 }
      .example("1"),
      .value(
        .order, "rows, columns, file or name", as: "order",
        "Frame order. For a grid: rows or columns. For an atlas: file (as in the file) or name.",
        default: "rows for a grid, the numbers in the names for an atlas",
        parse: { SheetOrder($0) }, set: { $1.apply(to: &$0.reading.sheet) }
      )
      .scoped(inputs: [.sheets, .atlases], condition: .suitedOrder)
      .words(["rows", "columns", "file", "name"]),
      .switch(
        .dropBlank,
        "Skip transparent cells at the end of the sheet."
      ) { $0.reading.sheet.dropsBlankFrames = $1 },
      .text(
        .tag, "the name of a tag or animation, or several with commas", as: "name",
        "Use this tag or animation of the input. Repeat the option to play several in a row.",
        default: "all frames"
      ) { $0.reading.sheet.tag = $1 }
      .scoped(inputs: [.atlases, .aseprite])
      .example("run")
      .repeating(),
      .text(
        .layer, "the name of a layer, or several with commas", as: "name",
        "Show only this layer or group of an Aseprite file, even if it is hidden. May be repeated.",
        default: "the visible layers"
      ) { $0.reading.aseprite.layer = $1 }
      .scoped(inputs: .layers)
      .example("Body")
      .repeating(),
      .switch(
        .hiddenLayers,
        "Also show hidden layers of an Aseprite file."
      ) { $0.reading.aseprite.showsHiddenLayers = $1 }
      .scoped(inputs: .layers),
      .text(
        .slice, "the name of a slice", as: "name",
        "Crop the frames of an Aseprite file to this slice, where they have it.",
        default: "the whole canvas"
      ) { $0.reading.aseprite.slice = $1 }
      .scoped(inputs: .layers)
      .example("head"),
      .switch(
        .pixelAspect,
        "Apply the pixel aspect ratio that the Aseprite file declares."
      ) { $0.reading.aseprite.appliesPixelAspect = $1 }
      .scoped(inputs: .layers),
      .text(
        .image, "the file of a picture", as: "file",
        "Image file of an atlas, instead of the one that its data names."
      ) { $0.reading.sheet.image = $1 }
      .scoped(inputs: .atlases)
      .example("sheet.png"),
    ])
}

/// The order of cells of a grid, or of frames of an atlas.
private enum SheetOrder {
  case cells(GridRequest.Order)
  case frames(ReadingOptions.Sheet.FrameOrder)

  init?(_ text: String) {
    if let order = GridRequest.Order(rawValue: text) {
      self = .cells(order)
    } else if let order = ReadingOptions.Sheet.FrameOrder(rawValue: text), order != .automatic {
      self = .frames(order)
    } else {
      return nil
    }
  }

  func apply(to sheet: inout ReadingOptions.Sheet) {
    switch self {
    case .cells(let order): sheet.grid.order = order
    case .frames(let order): sheet.frameOrder = order
    }
  }
}
