internal import AnimConv
internal import ArgumentParser

/// Options shared by sheets and separate frame files.
struct PictureOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Formats of the data that describes the frames, separated by commas, or none. For a sheet: \
      \(DataFormats.namesOfSheets). For a folder: \(DataFormats.namesOfFrames). Default: aseprite \
      for sheets, timing for folders.
      """, valueName: "format"),
    transform: setting("data"))
  var data: String?

  @Flag(help: "Store identical frames once.")
  var mergeDuplicates = false

  @Option(
    help: ArgumentHelp(
      "PNG compression, from 0 (none, fast) to 9 (smallest, slow). Default: 1.", valueName: "n"),
    transform: setting("png-level"))
  var pngLevel: String?

  @Flag(
    help: """
      Compress PNGs with zopfli, as small as possible. Takes a second or more per million pixels, \
      and enough memory for a whole page.
      """)
  var optimize = false

  @Option(
    help: ArgumentHelp(
      """
      Write an image for each of these scales: 1,2,3 gives NAME.png, NAME@2x.png, NAME@3x.png. \
      Default: 1.
      """,
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
