internal import AnimConv
internal import ArgumentParser

/// What sheets and frames in files of their own have in common.
struct PictureOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Formats of the data that describes the frames, separated by commas, or none. For a sheet: \
      \(DataFormats.namesOfSheets). For a folder: \(DataFormats.namesOfFrames). \
      Default: aseprite, timing.
      """, valueName: "format"),
    transform: setting("data"))
  var data: String?

  @Flag(help: "Store equal frames once.")
  var mergeDuplicates = false

  @Option(
    help: ArgumentHelp(
      "Compression of PNG, from 0 (none, fast) to 9 (small, slow). Default: 1.", valueName: "n"),
    transform: setting("png-level"))
  var pngLevel: String?

  @Flag(
    help: """
      Make PNGs as small as possible, with zopfli: takes a second or more per million pixels, and \
      the memory of a whole page.
      """)
  var optimize = false

  @Option(
    help: ArgumentHelp(
      "Write a picture for each of these scales: 1,2,3 gives NAME.png, NAME@2x.png, NAME@3x.png.",
      valueName: "n,n"),
    transform: setting("scales"))
  var scales: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "data": data,
      "merge-duplicates": text(of: mergeDuplicates),
      "png-level": pngLevel,
      "optimize": text(of: optimize),
      "scales": scales,
    ]
  }
}
