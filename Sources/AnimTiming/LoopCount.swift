/// How often an animation plays in all.
///
/// One meaning everywhere: total plays. Formats that count repetitions are translated by their
/// readers.
public enum LoopCount: Hashable, Sendable {
  /// Played for ever.
  case forever
  /// Played this many times in all, at least once; playback rests on the last frame.
  case plays(Int)
}
