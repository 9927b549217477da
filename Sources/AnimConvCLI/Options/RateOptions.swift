internal import AnimConv
internal import ArgumentParser

/// A constant rate.
struct RateOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      A constant rate, in frames/s, such as 12.5 or 30000/1001: of pictures, in place of the \
      durations that come with them; what has times of its own is sampled, as with --schedule \
      fps=R. Default for pictures without durations: 10.
      """, valueName: "rate"),
    transform: setting("fps"))
  var fps: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "fps": fps
    ]
  }
}
