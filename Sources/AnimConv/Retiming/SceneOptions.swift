public import AnimTiming

/// How shots are told from one another; see `FrameChoice.scene`.
public struct SceneOptions: Sendable, Hashable {
  /// From which difference on, from 0 to 100, a frame begins a shot; fewer shots for larger ones. Nil
  /// decides by what the frames around it do.
  public var threshold: Double?
  /// Shots that are shorter belong to the one before; at least zero.
  public var shortest = RationalTime(1, 2)

  /// By the frames around, half a second and longer.
  public init() {}
}
