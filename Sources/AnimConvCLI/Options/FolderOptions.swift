internal import AnimConv
internal import ArgumentParser

/// Options for reading image files as frames.
struct FolderOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Missing numbers: error lists them and fails, hold repeats the previous frame, skip ignores \
      the gap. Default: error.
      """, valueName: "gaps"),
    transform: setting("gaps"))
  var gaps: String?

  @Option(
    help: ArgumentHelp(
      """
      Images of different sizes: pad centres them on the largest size, contain also enlarges \
      them, crop cuts them to the smallest size, error fails. Default: pad.
      """, valueName: "sizes"),
    transform: setting("sizes"))
  var sizes: String?

  @Option(
    help: ArgumentHelp(
      """
      Use the images for this scale, such as 2 for f1@2x.png. Default: 1, or the largest that \
      exists.
      """,
      valueName: "scale"),
    transform: setting("input-scale"))
  var inputScale: String?

  @Option(
    help: ArgumentHelp(
      "Number of the first frame to read. Default: the lowest number.", valueName: "n"),
    transform: setting("start-number"))
  var startNumber: String?

  @Flag(
    help: """
      Merge consecutive frames whose files have identical bytes, such as the repeats that slots \
      write.
      """)
  var mergeRepeats = false

  var settings: KeyValuePairs<String, String?> {
    [
      "gaps": gaps,
      "sizes": sizes,
      "input-scale": inputScale,
      "start-number": startNumber,
      "merge-repeats": text(of: mergeRepeats),
    ]
  }
}
