internal import Messages
internal import Raster

extension SettingGroup {
  /// Transparency of the output.
  package static let transparency = SettingGroup(
    "Transparency",
    settings: [
      .choice(
        .alpha, Conversion.Shaping.Alpha.self, as: "mode",
        """
        Transparency: keep, template (keep it and make every colour black), matte (flatten), \
        stacked (colour above alpha), side-by-side, pair or mix.
        """,
        default: "keep if the format supports it, otherwise matte"
      ) { $0.shaping.alpha = $1 }
      .displacing(.template, .alphaPair, .alphaMix)
      .example("stacked")
      .synonyms(["none": "matte", "flatten": "matte"]),
      .switch(
        .alphaPair,
        """
        Write two MP4s for players that combine them, NAME_rgb.mp4 and NAME_alpha.mp4 for an OUT \
        of NAME.mp4, at one constant whole rate. Same as --alpha pair.
        """
      ) { if $1 { $0.shaping.alpha = .pair } }
      .displacing(.alpha, .template, .alphaMix),
      .switch(
        .alphaMix,
        """
        Write one MP4 in which each frame is followed by its alpha, at one constant whole rate; it \
        lasts twice as long. Same as --alpha mix.
        """
      ) { if $1 { $0.shaping.alpha = .mix } }
      .displacing(.alpha, .template, .alphaPair),
      .value(
        .matte, "a colour such as #fff, #1e90ff or black", as: "colour",
        "Background colour where alpha is not kept: #rgb, #rrggbb or a CSS basic colour name.",
        default: "white",
        parse: { RGBColor($0) }, set: { $0.shaping.matte = $1 }
      )
      .scoped(condition: .flattening)
      .example("'#1e90ff'")
      .words(RGBColor.names),
    ])
}
