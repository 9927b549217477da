/// What happens to a frame's rectangle before the next frame (PNG specification, third edition,
/// section 11.3.6.2).
enum APNGDisposal: UInt8 {
  /// It stays.
  case none = 0
  /// It becomes transparent black.
  case background = 1
  /// It is restored to the state before the frame.
  case previous = 2
}
