internal import Writing

/// The frames that were selected by content, and the reasons.
struct SelectedFrames: Sendable, Hashable {
  /// Frames of the source, in order.
  var frames: [Int] = []
  /// The scores of the selected frames.
  var scores: [Int: FrameScores] = [:]
  /// The number of candidates.
  var total = 0
}
