package import AnimTiming
internal import TextFormats

/// What is written into the cells of a sheet: when each frame starts, which frame of the input it is, or
/// both, `1:02.480 #17`.
package struct LabelText: Sendable, Hashable {
  private let timebase: Timebase
  private let showsTime: Bool
  private let showsFrame: Bool
  /// No text is longer, if all digits have one width.
  package let longest: String

  /// - Parameters:
  ///   - timebase: the unit of times.
  ///   - end: when the last frame ends, in ticks.
  ///   - lastFrame: the highest number of a frame, counted from 0.
  /// - Returns: nil when nothing is to be written.
  package init?(
    _ options: SheetWritingOptions, _ timebase: Timebase, end: Int64, lastFrame: Int
  ) {
    guard options.hasLabels else { return nil }
    self.timebase = timebase
    showsTime = options.labelsTimes
    showsFrame = options.labelsFrames
    longest = Self.text(
      end, timebase, lastFrame, showsTime: showsTime, showsFrame: showsFrame)
  }

  /// The label of a frame.
  ///
  /// - Parameters:
  ///   - ticks: when it starts.
  ///   - frame: its number in the input, counted from 0.
  package func text(_ ticks: Int64, frame: Int) -> String {
    Self.text(ticks, timebase, frame, showsTime: showsTime, showsFrame: showsFrame)
  }

  private static func text(
    _ ticks: Int64, _ timebase: Timebase, _ frame: Int, showsTime: Bool, showsFrame: Bool
  ) -> String {
    [showsTime ? time(ticks, timebase) : nil, showsFrame ? "#\(frame)" : nil].compactMap(\.self)
      .joined(separator: " ")
  }

  /// `0:02.480`, `1:00:00.000`: whole milliseconds, rounded down.
  static func time(_ ticks: Int64, _ timebase: Timebase) -> String {
    let product = Int128(ticks) * Int128(timebase.numerator) * 1000
    let milliseconds = Int64(clamping: product / Int128(timebase.denominator))
    return clockText(seconds: milliseconds / 1000) + "." + zeroPadded(milliseconds % 1000, 3)
  }

  /// Every character that a label may have.
  static let characters = "0123456789:.# "
}
