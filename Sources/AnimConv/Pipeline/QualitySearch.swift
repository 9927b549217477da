/// Finds the worst choice on a scale that is still good enough: a pure state machine that receives
/// the score of each try.
///
/// Scores mostly fall along the scale. The result is the smallest file that suffices among the
/// tries, whatever its place. Each try is the choice whose score should just suffice, by
/// interpolation between the tries, or by the expected fall of the scores while there are fewer
/// than two. After a few that do not suffice, the best choice tells whether any does.
struct QualitySearch {
  /// One choice and its result.
  struct Try {
    var choice: Int
    var score: Double
    var byteCount: Int64
  }

  /// The largest number of tries.
  static let mostTries = 6
  /// The number of tries that do not suffice after which the best choice is tried.
  private static let mostMisses = 3
  /// How far above the goal a score is still close enough.
  private static let close = 1.0
  /// The targeted excess.
  private static let aim = 0.5
  /// The minimum distance of a try from both neighbours, as a share of the distance between them.
  private static let margin = 0.05
  /// How far a parabola may lead away from the line between both neighbours, as a share of the
  /// distance between them: scores of encoders are uneven, and bend at their ends.
  private static let bend = 0.1
  /// The share of the expected fall by which scores fall at first (H.264, VP9 and AVIF of six clips).
  private static let usualSlope = 0.6

  /// For each choice, the expected fall of the score from the first; ascending.
  private let falls: [Double]
  private let goal: Double
  private(set) var tries: [Try] = []
  private let start: Int

  /// - Parameters:
  ///   - falls: at least one.
  ///   - start: the first choice to try.
  ///   - goal: the score that suffices.
  init(falls: [Double], start: Int, goal: Double) {
    self.falls = falls
    self.start = start
    self.goal = goal
  }

  /// The choice to try next; nil if the search has ended.
  var next: Int? {
    if tries.isEmpty { return start }
    if isDone { return nil }
    let (enough, tooLittle) = bracket
    if enough == nil, tries.count == Self.mostMisses { return 0 }
    let (first, last) = ((enough?.choice ?? -1) + 1, (tooLittle?.choice ?? falls.count) - 1)
    let wanted = place(enough, tooLittle)
    return (first...last).min { abs(falls[$0] - wanted) < abs(falls[$1] - wanted) }
  }

  /// The smallest sufficient try, as its index in ``tries``; nil if there is none.
  var best: Int? {
    tries.indices.filter { tries[$0].score >= goal }.min {
      tries[$0].byteCount < tries[$1].byteCount
    }
  }

  /// Records the result of ``next``.
  mutating func note(score: Double, byteCount: Int64) {
    guard let choice = next else { preconditionFailure("the search has ended") }
    tries.append(Try(choice: choice, score: score, byteCount: byteCount))
  }

  /// The worst try that suffices, and the best try beyond it that does not.
  private var bracket: (enough: Try?, tooLittle: Try?) {
    let enough = tries.filter { $0.score >= goal }.max { $0.choice < $1.choice }
    let tooLittle = tries.filter { $0.score < goal && $0.choice > enough?.choice ?? -1 }
      .min { $0.choice < $1.choice }
    return (enough, tooLittle)
  }

  private var isDone: Bool {
    let (enough, tooLittle) = bracket
    if (tooLittle?.choice ?? falls.count) - (enough?.choice ?? -1) == 1 { return true }
    if tries.count >= Self.mostTries { return true }
    guard let best else { return false }
    if tries[best].score - goal <= Self.close { return true }
    // Better choices would be larger than the smallest sufficient file.
    if let tooLittle, tooLittle.byteCount >= tries[best].byteCount { return true }
    // The choice makes no difference.
    return tries.count >= 2
      && tries.allSatisfy {
        $0.byteCount == tries[0].byteCount && $0.score == tries[0].score
      }
  }

  /// The expected fall at which the score is the targeted one.
  private func place(_ enough: Try?, _ tooLittle: Try?) -> Double {
    let target = goal + Self.aim
    if let enough, let tooLittle {
      let (from, to) = (falls[enough.choice], falls[tooLittle.choice])
      let wanted = curve(at: target, enough, tooLittle)
      let margin = (to - from) * Self.margin
      return min(max(wanted, from + margin), to - margin)
    }
    let nearest = enough ?? tooLittle!
    return falls[nearest.choice] + (nearest.score - target) / slope(near: nearest)
  }

  /// The fall at a score between two tries: by a parabola through them and the try with the next
  /// nearest score, near the line between the two, or by this line if there is no such try.
  private func curve(at score: Double, _ enough: Try, _ tooLittle: Try) -> Double {
    let (from, to) = (falls[enough.choice], falls[tooLittle.choice])
    let line = from + (to - from) * (enough.score - score) / (enough.score - tooLittle.score)
    let third = tries.filter {
      $0.choice != enough.choice && $0.choice != tooLittle.choice
        && $0.score != enough.score && $0.score != tooLittle.score
    }.min { abs($0.score - score) < abs($1.score - score) }
    guard let third else { return line }
    let points = [enough, tooLittle, third].map { (score: $0.score, fall: falls[$0.choice]) }
    var sum = 0.0
    for (index, point) in points.enumerated() {
      sum += points.indices.filter { $0 != index }.reduce(point.fall) {
        $0 * (score - points[$1].score) / (point.score - points[$1].score)
      }
    }
    let bend = (to - from) * Self.bend
    return from < sum && sum < to ? min(max(sum, line - bend), line + bend) : line
  }

  /// How much the score falls for an expected fall of 1, according to the two tries next to the
  /// goal.
  private func slope(near nearest: Try) -> Double {
    let others = tries.filter { falls[$0.choice] != falls[nearest.choice] }
    guard
      let other = others.min(by: {
        abs($0.choice - nearest.choice) < abs($1.choice - nearest.choice)
      })
    else { return Self.usualSlope }
    let slope = (nearest.score - other.score) / (falls[other.choice] - falls[nearest.choice])
    return min(max(slope, 0.2), 5)
  }
}
