package import AnimTiming
package import Stages

/// A list of separate frame files: their names, order and durations.
package struct FrameList: Sendable, Hashable {
  /// The format that it was read from.
  package var format: AtlasFormat
  /// The frames in display order.
  package var entries: [Entry]
  /// The loop count; nil if the list has none.
  package var plays: LoopCount?
  /// Tolerated errors in the data.
  package var warnings: [ReadingWarning] = []

  package init(
    format: AtlasFormat, entries: [Entry], plays: LoopCount? = nil, warnings: [ReadingWarning] = []
  ) {
    self.format = format
    self.entries = entries
    self.plays = plays
    self.warnings = warnings
  }

  /// One frame, or all files that match a pattern.
  package struct Entry: Sendable, Hashable {
    /// The untrusted file name in the list; nil if the list has only durations, which then apply to
    /// the folder's files in natural order.
    package var file: String?
    /// Its duration.
    package var delay: Delay
    /// Whether ``file`` may be a pattern with `*` and `?`, or lack its extension, as in apngasm;
    /// every match is a frame.
    package var isPattern = false
    /// The input's frame that it shows, if that is recorded.
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

  /// A frame of an input, in display order.
  package struct Source: Sendable, Hashable {
    package var index: Int
    package var start: RationalTime

    package init(index: Int, start: RationalTime) {
      self.index = index
      self.start = start
    }
  }

  /// Throws if there are no frames.
  func checked() throws -> FrameList {
    guard !entries.isEmpty else { throw ReadingError.noFrames }
    return self
  }
}
