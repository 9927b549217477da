/// A named rule that turns raw delays into durations.
public enum DelayPolicy: Hashable, Sendable {
  /// Chromium and Firefox: cut to whole milliseconds; 10 ms or less, or missing, becomes 100 ms.
  case browser
  /// As written; a zero or missing delay is an error unless `zeroDelayMilliseconds` is given.
  case verbatim(zeroDelayMilliseconds: Int64?)
}
