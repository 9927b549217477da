package import AnimTiming

/// What an encoder is told of the time before the first picture.
package struct VideoTiming: Sendable, Hashable {
  /// Every frame of the output, all plays included, in a unit that the container can store
  /// (``VideoContainer/storedTimebase(for:)``).
  package var timeline: Timeline
  /// How many equal plays the timeline consists of; its number of frames is a multiple of it.
  package var plays: Int
  /// Whether every second picture is the alpha of the one before, as grey: each is like the one
  /// before the last, and unlike the last.
  package var alternatesAlpha: Bool

  package init(
    timeline: Timeline, plays: Int = 1, alternatesAlpha: Bool = false
  ) {
    precondition(plays >= 1 && timeline.count % plays == 0, "plays have equal numbers of frames")
    self.timeline = timeline
    self.plays = plays
    self.alternatesAlpha = alternatesAlpha
  }

  /// Frames of one play.
  package var framesPerPlay: Int { timeline.count / plays }
}
