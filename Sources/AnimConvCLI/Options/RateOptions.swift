internal import AnimConv
internal import ArgumentParser

/// A constant rate.
struct RateOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      A constant rate in frames/s, such as 12.5 or 30000/1001. It replaces the durations that come \
      with pictures; an input with times of its own is sampled, as with --schedule fps=R. Default \
      for pictures without durations: 10.
      """, valueName: "rate"),
    transform: setting("fps"))
  var fps: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "fps": fps
    ]
  }
}
