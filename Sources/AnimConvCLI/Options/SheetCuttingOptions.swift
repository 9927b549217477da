internal import AnimConv
internal import ArgumentParser

/// How a sheet becomes frames.
struct SheetCuttingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Whether a still picture is a sheet: auto (when an option below or a name such as \
      walk_8x1.png says so), on (cells by name, or one row or column of squares) or off. Default: \
      auto.
      """, valueName: "use"),
    transform: parsing("auto, on or off") { sheetUse($0) })
  var sheet: SheetOptions.Use = .automatic

  @Option(
    help: ArgumentHelp("Size of a cell in pixels: 96x66.", valueName: "WxH"),
    transform: parsing("a size such as 96x66") { numberPair($0) })
  var cell: PixelSize?

  @Option(
    help: ArgumentHelp("Columns and rows: 10x5.", valueName: "CxR"),
    transform: parsing("columns and rows such as 10x5") { numberPair($0) })
  var grid: PixelSize?

  @Option(help: ArgumentHelp("Number of frames. Default: every cell.", valueName: "n"))
  var count: Int?

  @Option(help: ArgumentHelp("Pixels between cells. Default: 0.", valueName: "px"))
  var spacing = 0

  @Option(help: ArgumentHelp("Pixels around all cells. Default: 0.", valueName: "px"))
  var margin = 0

  @Option(
    help: ArgumentHelp("Frames run along rows or columns. Default: rows.", valueName: "order"),
    transform: parsing("rows or columns") { GridRequest.Order(rawValue: $0) })
  var order: GridRequest.Order = .rows

  @Flag(help: "Leave out transparent cells at the end.")
  var dropBlank = false

  @Option(
    help: ArgumentHelp(
      "Play this tag or animation of the atlas. Default: all frames.", valueName: "name"))
  var tag: String?

  func validate() throws {
    if let count, count < 1 {
      throw ValidationError("expected at least 1 for --count but got \(count)")
    }
    for (name, value) in [("--spacing", spacing), ("--margin", margin)] where value < 0 {
      throw ValidationError("expected pixels from 0 for \(name) but got \(value)")
    }
    let cuts =
      cell != nil || grid != nil || count != nil || spacing != 0 || margin != 0
      || order != .rows || dropBlank
    if sheet == .never, cuts {
      throw ValidationError("--sheet off and options that cut a sheet exclude each other")
    }
  }

  var sheetOptions: SheetOptions {
    var options = SheetOptions()
    options.use = sheet
    options.grid.cell = cell
    options.grid.grid = grid
    options.grid.count = count
    options.grid.spacing = spacing
    options.grid.margin = margin
    options.grid.order = order
    options.dropsBlankFrames = dropBlank
    options.tag = tag
    return options
  }

  private static func sheetUse(_ text: String) -> SheetOptions.Use? {
    switch text {
    case "auto": .automatic
    case "on": .always
    case "off": .never
    default: nil
    }
  }

  /// `96x66`; nil for anything else and for numbers below 1 or above 65,535.
  private static func numberPair(_ text: String) -> PixelSize? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      1...65_535 ~= width, 1...65_535 ~= height
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}
