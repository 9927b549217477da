package import AnimTiming
internal import Messages
package import Stages

/// When the pictures of an AVIF show, in the numbers of its boxes.
package struct AVIFTimes: Sendable {
  /// Ticks a second.
  let timescale: Int
  /// How many pictures in a row show for so many ticks each.
  let runs: [(count: Int, value: Int)]
  /// Of one play.
  let ticks: Int
  /// Of all plays; every bit is set for ever.
  let playedTicks: Int
  /// Whether it plays for ever.
  package var isEndless: Bool { playedTicks == -1 }
  /// Whether it plays more than once.
  let isRepeated: Bool

  /// Of one picture, whose time nothing stores.
  static let still = AVIFTimes()

  private init() {
    (timescale, runs, ticks, playedTicks, isRepeated) = (10, [(1, 1)], 1, 1, false)
  }

  /// - Parameter timeline: in the unit of ``StoredClock/avif(_:)``.
  /// - Throws: ``WritingError/frameDuration(detail:remedy:)``: 32 bits hold no longer frame.
  package init(_ timeline: Timeline, plays: LoopCount) throws(WritingError) {
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
          remedy: "shorten it with \(setting: "speed")")
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
