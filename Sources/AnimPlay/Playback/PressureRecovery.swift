/// The number of frames that an animation may cache after memory warnings.
///
/// One at first; two after ``untilTwo`` without a further warning; as many as before
/// ``untilNormal`` after that. After more than ``forgivenWarnings`` warnings it stays at one. The
/// values are those of FLAnimatedImage.
struct PressureRecovery {
  static let untilTwo = Duration.seconds(2)
  static let untilNormal = Duration.seconds(3)
  static let forgivenWarnings = 3

  private var warnings = 0
  private var lastWarning: ContinuousClock.Instant?

  mutating func warn(at now: ContinuousClock.Instant) {
    warnings += 1
    lastWarning = now
  }

  /// The largest number of frames at this time; nil for no limit.
  func cap(at now: ContinuousClock.Instant) -> Int? {
    guard let lastWarning else { return nil }
    if warnings > Self.forgivenWarnings { return 1 }
    let calm = now - lastWarning
    if calm < Self.untilTwo { return 1 }
    return calm < Self.untilTwo + Self.untilNormal ? 2 : nil
  }
}
