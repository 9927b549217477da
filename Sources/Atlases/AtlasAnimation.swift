package import AnimTiming

/// A named list of an atlas's frames; a frame may be in it several times.
package struct AtlasAnimation: Sendable, Hashable {
  package var name: String
  /// Indices into ``Atlas/frames``, in the order in which they show; never empty.
  package var indices: [Int]
  /// How long each shows; empty when the frames' own delays hold, else one for each index.
  package var delays: [Delay]
  /// How often it is played; nil when the data does not say.
  package var plays: LoopCount?

  package init(name: String, indices: [Int], delays: [Delay] = [], plays: LoopCount? = nil) {
    self.name = name
    self.indices = indices
    self.delays = delays
    self.plays = plays
  }
}
