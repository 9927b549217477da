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
      "tag": tag.count > 1
        ? tag.map { $0.replacing(",", with: "\\,") }.joined(separator: ",") : tag.first,
      "image": image,
    ]
  }
}
