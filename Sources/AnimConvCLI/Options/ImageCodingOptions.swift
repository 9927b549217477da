internal import AnimConv
internal import ArgumentParser

/// Options for encoding animated images.
struct ImageCodingOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Quality of GIF, WebP and AVIF, and of JPEG and WebP frames, from 1 (smallest) to 100. \
      Default: 85 for GIF, 75 for WebP, 70 for AVIF, 90 for JPEG frames, lossless for WebP \
      frames.
      """, valueName: "n"),
    transform: setting("quality"))
  var quality: String?

  @Option(
    help: ArgumentHelp("Effort, from 0 (fastest) to 9 (smallest). Default: 4.", valueName: "n"),
    transform: setting("effort"))
  var effort: String?

  @Option(
    help: ArgumentHelp(
      """
      Number of colours in a GIF's colour table, including transparency, from 2 to 256. Default: \
      256.
      """,
      valueName: "n"),
    transform: setting("colors"))
  var colors: String?

  @Option(
    help: ArgumentHelp(
      """
      Dithering strength in a GIF, from 0 to 1. Default: depends on the content.
      """,
      valueName: "share"),
    transform: setting("dither"))
  var dither: String?

  @Option(
    help: ArgumentHelp(
      """
      Multiplier for the smallest change that redraws a pixel in a GIF; 0 redraws every change. \
      Default: 1.
      """, valueName: "factor"),
    transform: setting("motion-threshold"))
  var motionThreshold: String?

  @Option(
    help: ArgumentHelp(
      """
      Partly transparent pixels of a GIF: threshold (opaque from 50 % up), dither (a pattern) or \
      matte (blended with --matte). Default: threshold.
      """, valueName: "rule"),
    transform: setting("alpha-edge"))
  var alphaEdge: String?

  @Option(
    help: ArgumentHelp(
      """
      WebP frames: lossy, lossless, mixed (the smaller of both for each frame) or auto (lossless \
      for drawings, otherwise mixed, but the clearly larger way is tried only now and then). \
      Default: auto.
      """, valueName: "mode"),
    transform: setting("webp"))
  var webp: String?

  @Option(
    help: ArgumentHelp(
      """
      Quality of alpha in a WebP's lossy frames, from 1 to 100. Default: lossless.
      """,
      valueName: "n"),
    transform: setting("alpha-quality"))
  var alphaQuality: String?

  @Flag(help: "Use one colour table for the whole GIF.")
  var globalPalette = false

  @Flag(help: "Write full frames without optimizations, for weak GIF decoders.")
  var plain = false

  @Flag(
    help: """
      In GIF, APNG, WebP and AVIF, keep frames that are identical to the previous one instead of \
      extending it, and add no clearing frames to a GIF. Frames from image files are always kept \
      unless --merge-repeats is given.
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
