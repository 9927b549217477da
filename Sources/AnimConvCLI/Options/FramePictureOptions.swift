internal import AnimConv
internal import ArgumentParser

/// What the pictures of frames are.
struct FramePictureOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      png, jpeg (without transparency), webp (exact unless --quality is given), or none for the \
      record of --data alone, in one file. Default: png.
      """,
      valueName: "format"),
    transform: setting("frame-format"))
  var frameFormat: String?

  @Flag(help: "Put each frame into an Apple imageset: frame0.imageset.")
  var imagesets = false

  var settings: KeyValuePairs<String, String?> {
    [
      "frame-format": frameFormat,
      "imagesets": text(of: imagesets),
    ]
  }
}
