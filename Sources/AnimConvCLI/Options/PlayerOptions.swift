internal import AnimConv
internal import ArgumentParser

/// Options for players.
struct PlayerOptions: SettingOptions {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      """
      Write the files that a player needs and print code that plays them: flip-book (a .png), \
      mdc-sprited (an .imageset or .xcassets), triple-buffer, mbanimationview, uiimage-animated \
      or android-drawable (a folder). Default: none.
      """, valueName: "player"),
    transform: setting("for"))
  var player: String?

  @Option(
    help: ArgumentHelp(
      """
      For mdc-sprited: name of a second imageset that plays backward. Default: none.
      """,
      valueName: "name"),
    transform: setting("twin"))
  var twin: String?

  @Flag(
    help: """
      Keep only the transparency, for players that tint images. Same as --alpha template.
      """)
  var template = false

  var settings: KeyValuePairs<String, String?> {
    [
      "for": player,
      "twin": twin,
      "template": text(of: template),
    ]
  }
}
