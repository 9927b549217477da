internal import AnimConv
internal import ArgumentParser

/// How picture files become frames.
struct FolderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Missing numbers: error names them, hold lets the frame before stay, skip closes them. \
      Default: error.
      """, valueName: "gaps"),
    transform: parsing("error, hold or skip") { FrameGaps(rawValue: $0) })
  var gaps: FrameGaps?

  @Option(
    help: ArgumentHelp(
      """
      Pictures of several sizes: pad centres them on the largest, contain also enlarges, crop cuts \
      to the smallest, error refuses. Default: pad.
      """, valueName: "sizes"),
    transform: parsing("pad, contain, crop or error") { MixedSizes(rawValue: $0) })
  var sizes: MixedSizes?

  @Option(
    help: ArgumentHelp(
      "Take the twins for this scale, such as 2 for f1@2x.png. Default: 1, else the largest.",
      valueName: "scale"),
    transform: parsing("a scale such as 2") { text in
      ExactDecimal(text).flatMap { $0.significand > 0 ? $0 : nil }
    })
  var inputScale: ExactDecimal?

  @Option(
    help: ArgumentHelp("The number of the first frame. Default: the lowest.", valueName: "n"))
  var startNumber: Int?

  func validate() throws {
    if let startNumber, startNumber < 0 {
      throw ValidationError("expected at least 0 for --start-number but got \(startNumber)")
    }
  }

  var folderOptions: FrameFolderOptions {
    var options = FrameFolderOptions()
    if let gaps { options.gaps = gaps }
    if let sizes { options.sizes = sizes }
    options.inputScale = inputScale
    options.startNumber = startNumber
    return options
  }
}
