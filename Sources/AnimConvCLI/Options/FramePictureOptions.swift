internal import AnimConv
internal import ArgumentParser

/// Options for the format of frame images.
struct FramePictureOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Image format of frames: png, jpeg (no transparency), webp (lossless unless --quality is \
      given), avif, tiff, bmp, tga, qoi, ppm (no transparency), or none (only the file of --data). \
      Default: png.
      """,
      valueName: "format"),
    transform: setting("frame-format"))
  var frameFormat: String?

  @Option(
    help: ArgumentHelp(
      """
      Bits of a sample of PNGs, TIFFs and PPMs: 8, 16, or auto for 16 where the input has more than 8. Default: 8.
      """,
      valueName: "bits"),
    transform: setting("depth"))
  var depth: String?

  @Flag(help: "Write each frame as an Apple imageset: frame0.imageset.")
  var imagesets = false

  @Flag(
    help: ArgumentHelp(
      """
      Go on where an earlier run of the same command was interrupted, and keep what this one has \
      done where it is: in a hidden folder beside OUT. IN is one file.
      """))
  var resume = false

  var settings: KeyValuePairs<String, String?> {
    [
      "frame-format": frameFormat,
      "depth": depth,
      "imagesets": text(of: imagesets),
      "resume": text(of: resume),
    ]
  }
}
