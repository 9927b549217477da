internal import AnimConv
internal import ArgumentParser

/// Options for the format of frame images.
struct FramePictureOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Image format of frames: png, jpeg (no transparency), webp (lossless unless --quality is \
      given), or none (only the file of --data). Default: png.
      """,
      valueName: "format"),
    transform: setting("frame-format"))
  var frameFormat: String?

  @Flag(help: "Write each frame as an Apple imageset: frame0.imageset.")
  var imagesets = false

  var settings: KeyValuePairs<String, String?> {
    [
      "frame-format": frameFormat,
      "imagesets": text(of: imagesets),
    ]
  }
}
