internal import AnimConv
internal import ArgumentParser

/// A constant rate.
struct RateOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Constant rate in frames/s, such as 12.5 or 30000/1001. For images, it replaces the \
      durations that come with them. An input with its own timing is sampled, as with --schedule \
      fps=R. Default: 10 for images without durations.
      """, valueName: "rate"),
    transform: setting("fps"))
  var fps: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "fps": fps
    ]
  }
}
