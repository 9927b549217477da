package import AnimTiming
package import Stages

/// A description of frames that are files of their own: which, in which order, for how long.
package struct FrameList: Sendable, Hashable {
  /// Which format it was read from.
  package var format: AtlasFormat
  /// The frames in the order in which they show.
  package var entries: [Entry]
  /// How often they are played; nil when the list does not say.
  package var plays: LoopCount?
  /// What was wrong with the data and was tolerated.
  package var warnings: [ReadingWarning] = []

  package init(
    format: AtlasFormat, entries: [Entry], plays: LoopCount? = nil, warnings: [ReadingWarning] = []
  ) {
    self.format = format
    self.entries = entries
    self.plays = plays
    self.warnings = warnings
  }

  /// One frame, or all files that a pattern matches.
  package struct Entry: Sendable, Hashable {
    /// The file as the list names it, untrusted; nil when the list has times only, which then
    /// belong to the files of the folder in their natural order.
    package var file: String?
    /// How long it stays.
    package var delay: Delay
    /// Whether ``file`` may be a pattern with `*` and `?`, or lack its extension, as apngasm
    /// allows; every match is a frame.
    package var isPattern = false
    /// The frame of the input that it shows, where that is told.
    package var source: Source?

    package init(
      file: String? = nil, delay: Delay, isPattern: Bool = false, source: Source? = nil
    ) {
      self.file = file
      self.delay = delay
      self.isPattern = isPattern
      self.source = source
    }
  }

  /// A frame of an input, in the order in which they show.
  package struct Source: Sendable, Hashable {
    package var index: Int
    package var start: RationalTime

    package init(index: Int, start: RationalTime) {
      self.index = index
      self.start = start
    }
  }

  /// Throws when there is no frame.
  func checked() throws -> FrameList {
    guard !entries.isEmpty else { throw ReadingError.noFrames }
    return self
  }
}
