/// Delays resolved to times: where each frame starts and the animation ends, in exact integers.
public struct Timeline: Hashable, Sendable {
  /// The unit of ``boundaries``.
  public let timebase: Timebase
  /// Where frame `i` starts is `boundaries[i]`; the last element is the end. Never empty, starts
  /// with 0, strictly increasing, one element more than there are frames.
  public let boundaries: [Int64]

  /// A timeline of frames that follow one another without gaps.
  ///
  /// - Parameters:
  ///   - durations: ticks of `timebase`, each at least 1.
  public init(durations: [Int64], timebase: Timebase) {
    precondition(durations.allSatisfy { $0 > 0 }, "durations are positive")
    self.timebase = timebase
    var time: Int64 = 0
    boundaries =
      [0]
      + durations.map {
        time += $0
        return time
      }
  }

  /// How many frames there are.
  public var count: Int { boundaries.count - 1 }
  /// When the last frame ends, in ticks.
  public var total: Int64 { boundaries[count] }
  /// When frame `index` starts, in ticks.
  public func start(of index: Int) -> Int64 { boundaries[index] }
  /// How long frame `index` shows, in ticks.
  public func duration(of index: Int) -> Int64 { boundaries[index + 1] - boundaries[index] }
}
