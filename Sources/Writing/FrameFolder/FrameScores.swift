/// What pictures say of a frame; nil where it was not measured.
package struct FrameScores: Sendable, Hashable {
  /// How unlike the shot before is where the frame's shot begins, from 0 to 100; nil for the first shot.
  package var scene: Double?
  /// The shot that it belongs to, from 0.
  package var shot: Int?
  /// How sharp it is; 0 for one shade.
  package var sharpness: Double?
  /// The largest difference of a part of it from the frame kept before, in steps of luma from 0 to 255;
  /// nil for the first.
  package var difference: Int?

  package init() {}
}
