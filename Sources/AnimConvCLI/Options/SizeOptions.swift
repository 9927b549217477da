internal import AnimConv
internal import ArgumentParser

/// Options for the size of the output.
struct SizeOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Output size: a factor (2, 0.5, 1/2, 50%), a whole-pixel factor (4x), or a size (640x480, \
      640x-1, x480). Default: the input's size.
      """, valueName: "scale"),
    transform: setting("scale"))
  var scale: String?

  @Option(
    help: ArgumentHelp(
      """
      Scaling filter: nearest, area, bicubic or lanczos. Default: area to shrink, nearest for \
      whole factors, bicubic otherwise.
      """, valueName: "filter"),
    transform: setting("filter"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      """
      With another aspect ratio than --scale WxH: contain pads, cover crops, inside scales \
      without padding, exact distorts. Default: contain.
      """, valueName: "fit"),
    transform: setting("fit"))
  var fit: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep this part of the input, WxH+X+Y in pixels. Applied before scaling. Default: the whole \
      canvas.
      """, valueName: "rect"),
    transform: setting("crop"))
  var crop: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "scale": scale,
      "filter": filter,
      "fit": fit,
      "crop": crop,
    ]
  }
}

/// Options for transparency.
struct AlphaOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Transparency: keep, template (keep it and make every colour black), matte (flatten), \
      stacked (colour above alpha), side-by-side, pair or mix. Default: keep if the format \
      supports it, otherwise matte.
      """, valueName: "mode"),
    transform: setting("alpha"))
  var alpha: String?

  @Flag(
    help: """
      Write two MP4s for players that combine them, NAME_rgb.mp4 and NAME_alpha.mp4 for an OUT of \
      NAME.mp4, at one constant whole rate. Same as --alpha pair.
      """)
  var alphaPair = false

  @Flag(
    help: """
      Write one MP4 in which each frame is followed by its alpha, at one constant whole rate; it \
      lasts twice as long. Same as --alpha mix.
      """)
  var alphaMix = false

  @Option(
    help: ArgumentHelp(
      """
      Background colour where alpha is not kept: #rgb, #rrggbb or a CSS basic colour name. \
      Default: white.
      """, valueName: "colour"),
    transform: setting("matte"))
  var matte: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "alpha": alpha,
      "alpha-pair": text(of: alphaPair),
      "alpha-mix": text(of: alphaMix),
      "matte": matte,
    ]
  }
}
