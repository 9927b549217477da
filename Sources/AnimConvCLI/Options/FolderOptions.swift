internal import AnimConv
internal import ArgumentParser

/// How picture files become frames.
struct FolderOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Missing numbers: error lists them, hold keeps showing the previous frame, skip leaves them \
      out. Default: error.
      """, valueName: "gaps"),
    transform: setting("gaps"))
  var gaps: String?

  @Option(
    help: ArgumentHelp(
      """
      Pictures of several sizes: pad centres them on the largest, contain also enlarges, crop cuts \
      to the smallest, error refuses. Default: pad.
      """, valueName: "sizes"),
    transform: setting("sizes"))
  var sizes: String?

  @Option(
    help: ArgumentHelp(
      "Use the pictures for this scale, such as 2 for f1@2x.png. Default: 1, else the largest.",
      valueName: "scale"),
    transform: setting("input-scale"))
  var inputScale: String?

  @Option(
    help: ArgumentHelp("The number of the first frame. Default: the lowest.", valueName: "n"),
    transform: setting("start-number"))
  var startNumber: String?

  @Flag(help: "Join neighbouring frames whose files have the same bytes, as slots have, into one.")
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
