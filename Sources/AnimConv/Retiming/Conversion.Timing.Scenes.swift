public import AnimTiming

extension Conversion.Timing {
  /// How shots are detected; see `AnimationTimeline.FrameChoice.scene`.
  public struct Scenes: Sendable, Hashable {
    /// The smallest difference, from 0 to 100, that starts a shot; larger values give fewer shots.
    /// Nil adapts to the frames nearby.
    public var threshold: Double?
    /// Shorter shots are merged into the previous one; at least zero.
    public var shortest = RationalTime(1, 2)

    /// Adaptive, with shots of at least half a second.
    public init() {}
  }
}
