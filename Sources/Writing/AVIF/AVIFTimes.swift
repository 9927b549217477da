package import AnimTiming
internal import Messages
package import Stages

/// The timing of an AVIF's images, in the units of its boxes.
package struct AVIFTimes: Sendable {
  /// Ticks a second.
  let timescale: Int
  /// The number of consecutive images with the same duration in ticks.
  let runs: [(count: Int, value: Int)]
  /// Of one play.
  let ticks: Int
  /// Duration of all plays; all bits set for forever.
  let playedTicks: Int
  /// Whether it plays forever.
  package var isEndless: Bool { playedTicks == -1 }
  /// Whether it plays more than once.
  let isRepeated: Bool

  /// The times of a still image, which stores none.
  static let still = AVIFTimes()

  private init() {
    (timescale, runs, ticks, playedTicks, isRepeated) = (10, [(1, 1)], 1, 1, false)
  }

  /// - Parameter timeline: in the unit of ``StoredClock/avif(_:)``.
  /// - Throws: ``WritingError/frameDuration(detail:remedy:)`` if a frame does not fit 32 bits.
  package init(_ timeline: AnimationTimeline, plays: LoopCount) throws(WritingError) {
    let unit = timeline.timebase
    let factor = Int(unit.numerator)
    timescale = Int(unit.denominator)
    var runs: [(count: Int, value: Int)] = []
    var total = 0
    for duration in timeline.durations {
      let (ticks, overflow) = Int(duration).multipliedReportingOverflow(by: factor)
      guard !overflow, ticks <= Int32.max else {
        throw .frameDuration(
          detail: "a frame lasts longer than an AVIF can store",
          remedy: "shorten it with \(.speed)")
      }
      total += ticks
      if let last = runs.last, last.value == ticks {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((1, ticks))
      }
    }
    self.runs = runs
    ticks = total
    let played = total.multipliedReportingOverflow(by: plays.totalPlays)
    playedTicks = plays.totalPlays == 0 || played.overflow ? -1 : played.partialValue
    isRepeated = plays.totalPlays != 1
  }
}
