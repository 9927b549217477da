internal import Writing

/// The frames that were chosen by what they show, and why.
struct SelectedFrames: Sendable, Hashable {
  /// Frames of the source, in order.
  var frames: [Int] = []
  /// Of the frames that are kept.
  var scores: [Int: FrameScores] = [:]
  /// How many there were to choose from.
  var total = 0
}
