internal import AnimConv
internal import ArgumentParser

/// How frames become files of their own.
struct FrameNamingOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Start of the frames' names, before the number; may be empty. Default: frame. In an \
      .xcassets, the name of the imageset. Default: OUT's name.
      """,
      valueName: "name"),
    transform: setting("name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Number of digits: 4 gives frame0007.png. Default: as many as the last number has.",
      valueName: "n"),
    transform: setting("pad"))
  var pad: String?

  @Option(
    help: ArgumentHelp("The number of the first frame. Default: 0.", valueName: "n"),
    transform: setting("start"))
  var start: String?

  @Option(
    help: ArgumentHelp(
      """
      For a frame that is shown again, as with --schedule slots: link makes its file a hard link, \
      list names the first file again. Default: link.
      """, valueName: "duplicates"),
    transform: setting("duplicates"))
  var duplicates: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "name": name,
      "pad": pad,
      "start": start,
      "duplicates": duplicates,
    ]
  }
}
