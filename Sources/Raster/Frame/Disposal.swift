/// What happens to a frame's rectangle when its time is over.
public enum Disposal: String, Sendable, Hashable {
  /// It stays.
  case keep
  /// It becomes transparent.
  case clear
  /// What was there before the frame comes back.
  case restorePrevious
}
