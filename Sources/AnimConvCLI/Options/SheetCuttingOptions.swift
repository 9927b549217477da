internal import AnimConv
internal import ArgumentParser

/// How a sheet becomes frames.
struct SheetCuttingOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Whether a still picture is cut into frames: auto (when an option below or a name such as \
      walk_8x1.png says so), on (cells by name, or one row or column of squares) or off. Default: \
      auto.
      """, valueName: "use"),
    transform: setting("cut"))
  var cut: String?

  @Option(
    help: ArgumentHelp("Size of a cell in pixels: 96x66.", valueName: "WxH"),
    transform: setting("cell"))
  var cell: String?

  @Option(
    help: ArgumentHelp("Columns and rows: 10x5.", valueName: "CxR"),
    transform: setting("grid"))
  var grid: String?

  @Option(
    help: ArgumentHelp("Number of frames. Default: every cell.", valueName: "n"),
    transform: setting("count"))
  var count: String?

  @Option(
    help: ArgumentHelp("Pixels between cells. Default: 0.", valueName: "px"),
    transform: setting("spacing"))
  var spacing: String?

  @Option(
    help: ArgumentHelp("Pixels around all cells. Default: 0.", valueName: "px"),
    transform: setting("margin"))
  var margin: String?

  @Option(
    help: ArgumentHelp(
      """
      Frames of a grid run along rows or columns; frames of an atlas play as in the file or by \
      name. Default: rows; the numbers in the names.
      """, valueName: "order"),
    transform: setting("order"))
  var order: String?

  @Flag(help: "Leave out transparent cells at the end.")
  var dropBlank = false

  @Option(
    help: ArgumentHelp(
      """
      Play this tag or animation of the input; given several times, one after another. Default: all \
      frames.
      """, valueName: "name"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Show this layer or group of an Aseprite file, hidden or not, and no others; may be given several \
      times.
      """, valueName: "name"))
  var layer: [String] = []

  @Flag(help: "Show the layers of an Aseprite file that are hidden, too.")
  var hiddenLayers = false

  @Option(
    help: ArgumentHelp(
      "Cut the frames of an Aseprite file to this slice, where it is in each.", valueName: "name"),
    transform: setting("slice"))
  var slice: String?

  @Flag(help: "Make pixels as wide and as high as the Aseprite file asks for.")
  var pixelAspect = false

  @Option(
    help: ArgumentHelp(
      "The picture of an atlas, in place of the one that its data names.", valueName: "file"),
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

  /// Names as a setting takes them: one as it is, several with commas.
  private static func list(_ names: [String]) -> String? {
    names.count > 1
      ? names.map { $0.replacing(",", with: "\\,") }.joined(separator: ",") : names.first
  }
}
