public import AnimTiming
public import Raster

/// One frame of an ``Animation``, with its place on the timeline.
public struct AnimationFrame: Sendable {
  /// Which frame it is, from 0.
  public let index: Int
  /// The whole canvas, as a browser would show it. Its memory counts in the animation's budget for
  /// as long as somebody holds it.
  public let pixels: PixelBuffer
  /// When it starts, from the start of a play.
  public let start: RationalTime
  /// How long it shows; above zero.
  public let duration: RationalTime
}
