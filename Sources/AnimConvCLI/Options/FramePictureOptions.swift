internal import AnimConv
internal import ArgumentParser

/// What the pictures of frames are.
struct FramePictureOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      "png, jpeg (without transparency) or webp (exact unless --quality is given). Default: png.",
      valueName: "format"),
    transform: setting("frame-format"))
  var frameFormat: String?

  @Option(
    help: ArgumentHelp(
      "Quality of JPEG and WebP, from 1 (small) to 100. Default: 90 for JPEG, exact for WebP.",
      valueName: "n"),
    transform: setting("quality"))
  var quality: String?

  @Flag(help: "Put each frame into an Apple imageset: frame0.imageset.")
  var imagesets = false

  var settings: KeyValuePairs<String, String?> {
    [
      "frame-format": frameFormat,
      "quality": quality,
      "imagesets": text(of: imagesets),
    ]
  }
}
