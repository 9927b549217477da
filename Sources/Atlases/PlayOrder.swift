package import AnimTiming

/// Frames in the order in which they show.
package struct PlayOrder: Sendable, Hashable {
  /// Indices into ``Atlas/frames``; repeated where a frame shows again.
  package var indices: [Int]
  /// How often that order is played.
  package var plays: LoopCount
  /// How long each shows when that differs from the frame's own delay; empty when none does.
  package var delays: [Delay]

  package init(indices: [Int], plays: LoopCount, delays: [Delay] = []) {
    self.indices = indices
    self.plays = plays
    self.delays = delays
  }
}
