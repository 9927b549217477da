public import AnimTiming

/// Frames in the order in which they show.
public struct PlayOrder: Sendable, Hashable {
  /// Indices into ``Atlas/frames``; repeated where a frame shows again.
  public var indices: [Int]
  /// How often that order is played.
  public var plays: LoopCount
  /// How long each shows when that differs from the frame's own delay; empty when none does.
  public var delays: [Delay]

  public init(indices: [Int], plays: LoopCount, delays: [Delay] = []) {
    self.indices = indices
    self.plays = plays
    self.delays = delays
  }
}
