public import AnimTiming
public import Raster

extension OutputKind {
  /// What is known of an output of a program before its first frame.
  public struct Plan: Sendable {
    /// The size of every frame.
    public let size: PixelSize
    /// Whether any pixel of any frame may be transparent.
    public let hasAlpha: Bool
    /// The start of each frame and the end of the last, of all that are written.
    public let timeline: AnimationTimeline
    /// How often players show it; once if the kind does not store that.
    public let plays: LoopCount
  }
}
