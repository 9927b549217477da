internal import AnimConv
internal import ArgumentParser

/// Options for naming separate frame files.
struct FrameNamingOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Prefix of frame names, before the number; may be empty. Default: frame. For an .xcassets: \
      name of the imageset; by default OUT's name.
      """,
      valueName: "name"),
    transform: setting("name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      """
      Minimum number of digits: 4 gives frame0007.png. Default: the digits of the last number.
      """,
      valueName: "n"),
    transform: setting("pad"))
  var pad: String?

  @Option(
    help: ArgumentHelp("Number of the first frame that is written. Default: 0.", valueName: "n"),
    transform: setting("start"))
  var start: String?

  @Option(
    help: ArgumentHelp(
      """
      Repeated frames, as with --schedule slots: link stores them as hard links, list names the \
      first file again. Default: link.
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
