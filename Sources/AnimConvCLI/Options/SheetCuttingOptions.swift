internal import AnimConv
internal import ArgumentParser

/// Options for cutting a sheet into frames.
struct SheetCuttingOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Cut a still image into frames: auto (if one of the options below or a name such as \
      walk_8x1.png says so), on (into cells by name, or one row or column of squares) or off. \
      Default: auto.
      """, valueName: "use"),
    transform: setting("cut"))
  var cut: String?

  @Option(
    help: ArgumentHelp("Cell size in pixels, such as 96x66. Default: none.", valueName: "WxH"),
    transform: setting("cell"))
  var cell: String?

  @Option(
    help: ArgumentHelp(
      "Number of columns and rows, such as 10x5. Default: none.", valueName: "CxR"),
    transform: setting("grid"))
  var grid: String?

  @Option(
    help: ArgumentHelp("Number of frames. Default: every cell.", valueName: "n"),
    transform: setting("count"))
  var count: String?

  @Option(
    help: ArgumentHelp("Space between cells, in pixels. Default: 0.", valueName: "px"),
    transform: setting("spacing"))
  var spacing: String?

  @Option(
    help: ArgumentHelp("Space around all cells, in pixels. Default: 0.", valueName: "px"),
    transform: setting("margin"))
  var margin: String?

  @Option(
    help: ArgumentHelp(
      """
      Frame order. For a grid: rows or columns. For an atlas: file (as in the file) or name. \
      Default: rows for a grid, the numbers in the names for an atlas.
      """, valueName: "order"),
    transform: setting("order"))
  var order: String?

  @Flag(help: "Skip transparent cells at the end of the sheet.")
  var dropBlank = false

  @Option(
    help: ArgumentHelp(
      """
      Use this tag or animation of the input. Repeat the option to play several in a row. \
      Default: all frames.
      """, valueName: "name"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Show only this layer or group of an Aseprite file, even if it is hidden. May be repeated. \
      Default: the visible layers.
      """, valueName: "name"))
  var layer: [String] = []

  @Flag(help: "Also show hidden layers of an Aseprite file.")
  var hiddenLayers = false

  @Option(
    help: ArgumentHelp(
      """
      Crop the frames of an Aseprite file to this slice, where they have it. Default: the whole \
      canvas.
      """, valueName: "name"),
    transform: setting("slice"))
  var slice: String?

  @Flag(help: "Apply the pixel aspect ratio that the Aseprite file declares.")
  var pixelAspect = false

  @Option(
    help: ArgumentHelp(
      "Image file of an atlas, instead of the one that its data names.", valueName: "file"),
    transform: setting("image"))
  var image: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "cut": cut,
      "cell": cell,
      "grid": grid,
      "count": count,
      "spacing": spacing,
      "margin": margin,
      "order": order,
      "drop-blank": text(of: dropBlank),
      "tag": Self.list(tag),
      "layer": Self.list(layer),
      "hidden-layers": text(of: hiddenLayers),
      "slice": slice,
      "pixel-aspect": text(of: pixelAspect),
      "image": image,
    ]
  }

  /// Names in the form of a setting: one as it is, several separated by commas.
  private static func list(_ names: [String]) -> String? {
    names.count > 1
      ? names.map { $0.replacing(",", with: "\\,") }.joined(separator: ",") : names.first
  }
}
