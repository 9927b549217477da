internal import AnimTiming
internal import Stages

/// A description of frames that are files of their own: which, in which order, for how long.
struct FrameList: Sendable, Hashable {
  /// Which format it was read from.
  var format: AtlasFormat
  /// The frames in the order in which they show.
  var entries: [Entry]
  /// How often they are played; nil when the list does not say.
  var plays: LoopCount?
  /// What was wrong with the data and was tolerated.
  var warnings: [ReadingWarning] = []

  /// One frame, or all files that a pattern matches.
  struct Entry: Sendable, Hashable {
    /// The file as the list names it, untrusted; nil when the list has times only, which then
    /// belong to the files of the folder in their natural order.
    var file: String?
    /// How long it stays.
    var delay: Delay
    /// Whether ``file`` may be a pattern with `*` and `?`, or lack its extension, as apngasm
    /// allows; every match is a frame.
    var isPattern = false
  }

  /// Throws when there is no frame.
  func checked() throws -> FrameList {
    guard !entries.isEmpty else { throw ReadingError.noFrames }
    return self
  }
}
