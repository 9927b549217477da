internal import AnimConv
internal import ArgumentParser

/// How frames become a sheet.
struct SheetLayoutOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      "column, row, grid (near a square) or packed (without transparent borders). Default: grid.",
      valueName: "layout"),
    transform: setting("layout"))
  var layout: String?

  @Option(
    help: ArgumentHelp("Columns of a grid.", valueName: "n"),
    transform: setting("columns"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "Longest side of a page, in pixels; the rest goes to further pages. Default: 4096.",
      valueName: "px"),
    transform: setting("max-size"))
  var maxSize: String?

  @Flag(help: "Enlarge the sides of pages to powers of two.")
  var powerOfTwo = false

  @Option(
    help: ArgumentHelp("Transparent pixels between cells. Default: 0.", valueName: "px"),
    transform: setting("padding"))
  var padding: String?

  @Option(
    help: ArgumentHelp("Transparent pixels around all cells. Default: 0.", valueName: "px"),
    transform: setting("border"))
  var border: String?

  @Option(
    help: ArgumentHelp(
      "Repeat the edge pixels of each cell this many times around it. Default: 0.",
      valueName: "px"),
    transform: setting("extrude"))
  var extrude: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Leave out transparent borders: those that all frames share, or with --layout packed those of \
      each. Default: only packed.
      """)
  var trim: Bool?

  @Flag(help: "Allow packed frames to be turned by 90 degrees.")
  var rotate = false

  @Flag(help: "Draw each frame's start time into its cell, as on a contact sheet.")
  var labels = false

  @Flag(help: "Draw the number of each frame, as 'inspect' counts them, into its cell.")
  var labelFrames = false

  @Option(
    help: ArgumentHelp(
      """
      What labels are drawn with: the file of a font, or dots, which look the same everywhere. Default: \
      a font of the system in cells of 96 pixels or more, else dots.
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
