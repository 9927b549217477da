internal import AnimConv
internal import ArgumentParser

/// What the pictures of frames are.
struct FramePictureOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      png, jpeg (without transparency), webp (exact unless --quality is given), avif, or none for \
      the record of --data alone, in one file. Default: png.
      """,
      valueName: "format"),
    transform: setting("frame-format"))
  var frameFormat: String?

  @Option(
    help: ArgumentHelp(
      """
      Bits of a sample of PNGs: 8, 16, or auto for 16 where the input has more than 8. Default: 8.
      """,
      valueName: "bits"),
    transform: setting("depth"))
  var depth: String?

  @Flag(help: "Put each frame into an Apple imageset: frame0.imageset.")
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
