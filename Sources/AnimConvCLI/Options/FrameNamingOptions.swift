internal import AnimConv
internal import ArgumentParser

/// How frames become files of their own.
struct FrameNamingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the names of frames start with, before the number; may be empty. Default: frame.",
      valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Digits of the numbers: 4 gives frame0007.png. Default: as many as the last one has.",
      valueName: "n"))
  var pad: Int?

  @Option(help: ArgumentHelp("The number of the first frame. Default: 0.", valueName: "n"))
  var start = 0

  @Option(
    help: ArgumentHelp(
      """
      A frame that shows again, as with --schedule slots: link makes its file a hard link, list \
      names the first file again. Default: link.
      """, valueName: "duplicates"),
    transform: parsing("link or list") { FrameFilesOptions.Repeats(rawValue: $0) })
  var duplicates: FrameFilesOptions.Repeats?

  func options(png: PNGWritingOptions, merges: Bool) -> FrameFilesOptions {
    var options = FrameFilesOptions()
    options.name = name
    options.pad = pad
    options.start = start
    if let duplicates { options.repeats = duplicates }
    options.mergesDuplicates = merges
    options.png = png
    return options
  }
}
