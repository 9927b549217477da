package import AnimTiming
internal import Stages

/// A named range of an atlas's frames, with its direction.
package struct AtlasTag: Sendable, Hashable {
  package var name: String
  /// Index of the first frame.
  package var from: Int
  /// Index of the last frame, not below ``from``.
  package var to: Int
  package var direction: Direction
  /// The loop count; nil means forever. For ping-pong each sweep counts.
  package var repeats: Int?

  /// - Parameter to: at least `from`.
  package init(
    name: String, from: Int, to: Int, direction: Direction = .forward, repeats: Int? = nil
  ) {
    self.name = name
    self.from = from
    self.to = to
    self.direction = direction
    self.repeats = repeats
  }

  /// A tag over all frames of a list.
  ///
  /// - Parameter count: at least 1.
  package init(whole name: String, count: Int, plays: LoopCount?) {
    let repeats: Int? = if case .plays(let count)? = plays { count } else { nil }
    self.init(name: name, from: 0, to: count - 1, repeats: repeats)
  }

  /// The directions, in Aseprite's terms.
  package enum Direction: String, Sendable, Hashable, CaseIterable {
    case forward, reverse, pingpong
    case pingpongReverse = "pingpong_reverse"
  }

  /// The frames in display order, and the loop count of that order.
  ///
  /// Ping-pong without a loop count is one cycle played forever: 0 1 2 1. With a count it is that
  /// many sweeps, and neighbouring sweeps share the frame at which they turn: three are 0 1 2 1 0 1
  /// 2, as Aseprite plays them. A single frame is shown once per sweep.
  ///
  /// - Parameter maxFrames: the largest number of frames.
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package func playOrder(maxFrames: Int) throws -> PlayOrder {
    let count = to - from + 1
    let up = Array(from...to)
    let plays = repeats.map { LoopCount.plays(max(1, $0)) } ?? .forever
    switch direction {
    case .forward: return PlayOrder(indices: up, plays: plays)
    case .reverse: return PlayOrder(indices: up.reversed(), plays: plays)
    case .pingpong, .pingpongReverse: break
    }
    let first = direction == .pingpong ? up : up.reversed()
    if count == 1 { return PlayOrder(indices: first, plays: plays) }
    let back = Array(first.reversed().dropFirst())
    guard let repeats else {
      return PlayOrder(indices: first + back.dropLast(), plays: .forever)
    }
    let sweeps = max(1, repeats)
    let (further, overflow) = (sweeps - 1).multipliedReportingOverflow(by: count - 1)
    guard !overflow, further <= maxFrames, count + further <= maxFrames else {
      let value = overflow ? Int.max : further.addingReportingOverflow(count).partialValue
      throw ReadingError.limitExceeded(limit: .frames, value: value, allowed: maxFrames)
    }
    let forth = Array(first.dropFirst())
    var indices = first
    for sweep in 1..<sweeps { indices += sweep % 2 == 1 ? back : forth }
    return PlayOrder(indices: indices, plays: .plays(1))
  }
}
