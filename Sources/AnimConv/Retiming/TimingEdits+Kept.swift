internal import AnimTiming

/// The edits that keep some frames of the range and drop those between them.
extension TimingEdits {
  /// Whether frames between others are dropped.
  var leavesFramesOut: Bool {
    at != nil || select != .all || every != 1 || interval != nil || pick != nil
  }

  /// Drops no frame of the range any more.
  mutating func keepAll() {
    at = nil
    select = .all
    every = 1
    interval = nil
    pick = nil
  }
}
