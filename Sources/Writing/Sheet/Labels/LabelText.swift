package import AnimTiming
internal import TextFormats

/// The text in the cells of a sheet: each frame's start, its index in the input, or both, `1:02.480
/// #17`.
package struct LabelText: Sendable, Hashable {
  private let timebase: Timebase
  private let showsTime: Bool
  private let showsFrame: Bool
  /// The longest text, if all digits have the same width.
  package let longest: String

  /// - Parameters:
  ///   - timebase: the unit of times.
  ///   - end: the end of the last frame, in ticks.
  ///   - lastFrame: the highest frame index, from 0.
  /// - Returns: nil if there is no text.
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
  ///   - ticks: the start of the frame.
  ///   - frame: its index in the input, from 0.
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
  package static func time(_ ticks: Int64, _ timebase: Timebase) -> String {
    let product = Int128(ticks) * Int128(timebase.numerator) * 1000
    let milliseconds = Int64(clamping: product / Int128(timebase.denominator))
    return clockText(seconds: milliseconds / 1000) + "." + zeroPadded(milliseconds % 1000, 3)
  }

  /// Every character that a label may have.
  static let characters = "0123456789:.# "
}
