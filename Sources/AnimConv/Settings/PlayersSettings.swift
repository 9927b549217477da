internal import Messages
internal import Writing

extension SettingGroup {
  /// Outputs for players.
  package static let players = SettingGroup(
    "Players",
    settings: [
      .choice(
        .for, PlayerAsset.self, as: "player",
        """
        Write the files that a player needs and print code that plays them: flip-book (a .png), \
        mdc-sprited (an .imageset or .xcassets), triple-buffer, mbanimationview, uiimage-animated, \
        android-drawable or gamemaker (a folder).
        """,
        default: "none"
      ) { $0.playerAsset = $1 },
      .text(
        .twin, "the name of an imageset", as: "name",
        "For mdc-sprited: name of a second imageset that plays backward.",
        default: "none"
      ) { $0.imageSet.twin = $1 }
      .scoped(feature: .imageSets)
      .example("back"),
      .switch(
        .template,
        "Keep only the transparency, for players that tint images. Same as --alpha template."
      ) { if $1 { $0.shaping.alpha = .template } }
      .displacing(.alpha, .alphaPair, .alphaMix),
    ])
}
