internal import AnimTiming

/// The edits that keep some frames of the range and drop the others.
extension TimingEdits {
  /// Whether some frames are dropped.
  var leavesFramesOut: Bool {
    at != nil || select != .all || every != 1 || interval != nil || pick != nil
  }

  /// Keeps all frames of the range.
  mutating func keepAll() {
    at = nil
    select = .all
    every = 1
    interval = nil
    pick = nil
  }
}
