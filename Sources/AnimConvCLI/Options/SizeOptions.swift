internal import AnimConv
internal import ArgumentParser

/// What size the output has and how pixels get there.
struct SizeOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Scale by a factor (2, 0.5, 1/2, 50%), by whole pixels (4x), or to a size (640x480, 640x-1, x480). \
      Default: the input's size.
      """, valueName: "scale"),
    transform: setting("scale"))
  var scale: String?

  @Option(
    help: ArgumentHelp(
      """
      nearest, area, bicubic or lanczos. Default: area to shrink, nearest for whole factors, else \
      bicubic.
      """, valueName: "filter"),
    transform: setting("filter"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      """
      For --scale WxH of another shape: contain pads, cover crops, inside scales to fit without \
      padding, exact distorts. Default: contain.
      """, valueName: "fit"),
    transform: setting("fit"))
  var fit: String?

  @Option(
    help: ArgumentHelp(
      "Keep only this part of the input, before scaling: WxH+X+Y in pixels.", valueName: "rect"),
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

/// What becomes of transparency.
struct AlphaOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      keep, template (keep, and make every colour black), matte, stacked (colour above alpha), \
      side-by-side, pair or mix. Default: keep where the format can, else matte.
      """, valueName: "mode"),
    transform: setting("alpha"))
  var alpha: String?

  @Flag(
    help: """
      Two MP4s for players that join them, NAME_rgb.mp4 and NAME_alpha.mp4 for an OUT of NAME.mp4, \
      with equally many frames at one whole rate: --alpha pair.
      """)
  var alphaPair = false

  @Flag(
    help: """
      One MP4 in which every frame is followed by its alpha, at one whole rate, so twice as long as \
      the animation: --alpha mix.
      """)
  var alphaMix = false

  @Option(
    help: ArgumentHelp(
      "What shows through where alpha is not kept: #rgb, #rrggbb or a CSS basic colour name. "
        + "Default: white.", valueName: "colour"),
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
