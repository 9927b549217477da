internal import AnimConv
internal import ArgumentParser

/// Options for the layout of a sheet.
struct SheetLayoutOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Arrangement of cells: column, row, grid (nearly square) or packed (without transparent \
      borders). Default: grid.
      """,
      valueName: "layout"),
    transform: setting("layout"))
  var layout: String?

  @Option(
    help: ArgumentHelp(
      "Number of columns of a grid. Default: a nearly square grid.", valueName: "n"),
    transform: setting("columns"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      """
      Longest side of a page, in pixels. Further cells go to further pages. Default: 4096.
      """,
      valueName: "px"),
    transform: setting("max-size"))
  var maxSize: String?

  @Flag(help: "Round the sides of pages up to powers of two.")
  var powerOfTwo = false

  @Option(
    help: ArgumentHelp("Transparent space between cells, in pixels. Default: 0.", valueName: "px"),
    transform: setting("padding"))
  var padding: String?

  @Option(
    help: ArgumentHelp(
      "Transparent space around all cells, in pixels. Default: 0.", valueName: "px"),
    transform: setting("border"))
  var border: String?

  @Option(
    help: ArgumentHelp(
      """
      Width of the repeated edge pixels around each cell, in pixels. Default: 0.
      """,
      valueName: "px"),
    transform: setting("extrude"))
  var extrude: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Trim transparent borders: the border that all frames share or, with --layout packed, that \
      of each frame. Default: on for packed sheets, off for others.
      """)
  var trim: Bool?

  @Flag(help: "Allow packed frames to be rotated by 90 degrees.")
  var rotate = false

  @Flag(help: "Draw each frame's start time into its cell, as on a contact sheet.")
  var labels = false

  @Flag(help: "Draw each frame's number, as 'animconv inspect' counts, into its cell.")
  var labelFrames = false

  @Option(
    help: ArgumentHelp(
      """
      Font of the labels: a font file, or dots, which look the same on every system. Default: a \
      system font in cells of at least 96 pixels, dots in smaller ones.
      """, valueName: "file"),
    transform: setting("label-font"))
  var labelFont: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "layout": layout,
      "columns": columns,
      "max-size": maxSize,
      "power-of-two": text(of: powerOfTwo),
      "padding": padding,
      "border": border,
      "extrude": extrude,
      "trim": trim.map(String.init),
      "rotate": text(of: rotate),
      "labels": text(of: labels),
      "label-frames": text(of: labelFrames),
      "label-font": labelFont,
    ]
  }
}
