/// Scores of a frame's picture; nil if not measured.
package struct FrameScores: Sendable, Hashable {
  /// The difference from the previous shot at the start of the frame's shot, from 0 to 100; nil for
  /// the first shot.
  package var scene: Double?
  /// The number of its shot, from 0.
  package var shot: Int?
  /// Its sharpness; 0 for a single shade.
  package var sharpness: Double?
  /// The largest difference of any part of it from the last kept frame, in steps of luma from 0 to
  /// 255; nil for the first frame.
  package var difference: Int?

  package init() {}
}
