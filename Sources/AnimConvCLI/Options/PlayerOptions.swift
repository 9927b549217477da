internal import AnimConv
internal import ArgumentParser

/// For whom the output is.
struct PlayerOptions: SettingOptions {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      """
      Write what a player needs and print the lines of code that play it: flip-book (a .png), \
      mdc-sprited (an .imageset, or an .xcassets), triple-buffer, mbanimationview, uiimage-animated \
      or android-drawable (a folder).
      """, valueName: "player"),
    transform: setting("for"))
  var player: String?

  @Option(
    help: ArgumentHelp(
      "For mdc-sprited: write a second imageset of this name, which plays backward.",
      valueName: "name"),
    transform: setting("twin"))
  var twin: String?

  @Flag(help: "Keep only the transparency, for players that tint pictures: --alpha template.")
  var template = false

  var settings: KeyValuePairs<String, String?> {
    [
      "for": player,
      "twin": twin,
      "template": text(of: template),
    ]
  }
}
