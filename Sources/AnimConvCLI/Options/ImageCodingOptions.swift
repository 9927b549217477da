internal import AnimConv
internal import ArgumentParser

/// How an animated image is coded.
struct ImageCodingOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Quality of GIF, WebP and AVIF, and of JPEG and WebP frames, from 1 (small) to 100. Default: \
      85 for GIF, 75 for WebP, 70 for AVIF, 90 for JPEG frames, exact for WebP frames.
      """, valueName: "n"),
    transform: setting("quality"))
  var quality: String?

  @Option(
    help: ArgumentHelp("From 0 (fast) to 9 (small). Default: 4.", valueName: "n"),
    transform: setting("effort"))
  var effort: String?

  @Option(
    help: ArgumentHelp(
      "Colours of a GIF's table, transparency among them, from 2 to 256. Default: 256.",
      valueName: "n"),
    transform: setting("colors"))
  var colors: String?

  @Option(
    help: ArgumentHelp(
      "In a GIF, how much of a colour's error the neighbours get, from 0 to 1. Default: by content.",
      valueName: "share"),
    transform: setting("dither"))
  var dither: String?

  @Option(
    help: ArgumentHelp(
      """
      A factor on the change of a pixel that is too small to be painted in a GIF; 0 paints every \
      change. Default: 1.
      """, valueName: "factor"),
    transform: setting("motion-threshold"))
  var motionThreshold: String?

  @Option(
    help: ArgumentHelp(
      """
      Partly transparent pixels of a GIF: threshold (opaque from half on), dither (a pattern) or \
      matte (blended onto --matte). Default: threshold.
      """, valueName: "rule"),
    transform: setting("alpha-edge"))
  var alphaEdge: String?

  @Option(
    help: ArgumentHelp(
      """
      Frames of a WebP: lossy, lossless, mixed (each the smaller way) or auto (drawings lossless, \
      others as mixed, but a way that has clearly lost is tried only now and then). Default: auto.
      """, valueName: "mode"),
    transform: setting("webp"))
  var webp: String?

  @Option(
    help: ArgumentHelp(
      "Quality of the alpha of a WebP's lossy frames, from 1 to 100. Default: exact.",
      valueName: "n"),
    transform: setting("alpha-quality"))
  var alphaQuality: String?

  @Flag(help: "One table of colours for the whole GIF.")
  var globalPalette = false

  @Flag(help: "A GIF of whole frames without tricks, for weak decoders.")
  var plain = false

  @Flag(
    help: """
      Keep frames of GIF, APNG, WebP and AVIF that equal the previous one, which is otherwise \
      shown longer, and add none to a GIF, where one more may clear what vanishes. Frames of \
      picture files are always kept unless --merge-repeats is given.
      """)
  var keepFrames = false

  var settings: KeyValuePairs<String, String?> {
    [
      "quality": quality,
      "effort": effort,
      "colors": colors,
      "dither": dither,
      "motion-threshold": motionThreshold,
      "alpha-edge": alphaEdge,
      "webp": webp,
      "alpha-quality": alphaQuality,
      "global-palette": text(of: globalPalette),
      "plain": text(of: plain),
      "keep-frames": text(of: keepFrames),
    ]
  }
}
