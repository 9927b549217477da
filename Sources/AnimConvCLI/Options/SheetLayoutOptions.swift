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
      "Longest side of a page, in pixels; what does not fit goes to further pages. Default: 4096.",
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
      "Repeat the edge pixels of each cell so often around it. Default: 0.", valueName: "px"),
    transform: setting("extrude"))
  var extrude: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Leave out transparent borders: those that all frames share, or with --layout packed those of \
      each. Default: only packed.
      """)
  var trim: Bool?

  @Flag(help: "Let packed frames be stored with a quarter turn.")
  var rotate = false

  @Flag(help: "Draw the time at which each frame starts into its cell, as on a contact sheet.")
  var labels = false

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
    ]
  }
}
