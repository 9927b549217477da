package import AnimTiming

/// The timing that an encoder receives before the first image.
package struct VideoTiming: Sendable, Hashable {
  /// Every frame of the output, including all plays, in a unit that the container can store
  /// (``VideoContainer/storedTimebase(for:)``).
  package var timeline: AnimationTimeline
  /// The number of identical plays in the timeline; its number of frames is a multiple of it.
  package var plays: Int
  /// Whether every second image is the previous image's alpha, as grey: each image resembles the
  /// second last one, not the last.
  package var alternatesAlpha: Bool

  package init(
    timeline: AnimationTimeline, plays: Int = 1, alternatesAlpha: Bool = false
  ) {
    precondition(plays >= 1 && timeline.count % plays == 0, "plays have equal numbers of frames")
    self.timeline = timeline
    self.plays = plays
    self.alternatesAlpha = alternatesAlpha
  }

  /// Frames of one play.
  package var framesPerPlay: Int { timeline.count / plays }
}
