internal import CLibrary

/// Finds the best of ordered choices under which a file is small enough: a pure state machine that
/// is told how many bytes each try had.
///
/// There are several axes, each with its choices from what was asked (0) to the worst that is
/// acceptable. First everything is as asked. Then one axis after the other is searched, with those
/// before at their worst, until one suffices. What is found always fits, also where sizes do not
/// shrink from choice to choice.
///
/// On an axis that tells what sizes to expect, each try is the best choice whose size, by the tries so
/// far, should come out a little below the limit; it is enough to come within ``closeness`` of it,
/// and after ``mostTries`` tries it is enough to fit without leaving a tenth. Where the axis before
/// tells it, too, what fits and leaves room is given better choices there: the sizes of scaled
/// pictures begin with a jump. On others, the worst choice is tried first and bisection finds the
/// best: at most 1 + log2 of the choices.
struct SizeSearch {
  /// The choices of one kind.
  struct Axis {
    /// At least one.
    var count: Int
    /// For each choice, the natural logarithm of the bytes that it should have, over those of the
    /// first; falling. Nil when nothing is known.
    var logSizes: [Double]?
    /// Only every so many choices are tried while they are close enough to each other: those between
    /// take longer to encode, or are less certain.
    var coarseness = 1
  }

  /// The share of the limit that is close enough to it.
  static let closeness = 0.97
  /// What is aimed at, since a try just above the limit is of no use.
  private static let goal = 0.988
  /// The same where choices are so far apart that a lower aim would often mean the next one.
  private static let closeGoal = 0.99
  /// By how much lower the aim is, as a natural logarithm, after three tries that were too large.
  private static let caution = 0.03
  /// How much faster sizes fall towards the worst choice than in the mean, at most: there it is better to come
  /// out a little too small.
  private static let steepestEnd = 3.0
  /// Below this share of the limit so much room is left that more tries pay.
  private static let muchRoom = 0.9
  /// Tries that it may take to come close.
  static let mostTries = 4
  /// Tries that it may take where ``mostTries`` leave much room.
  private static let mostTriesForRoom = 6

  private let axes: [Axis]
  private let maxBytes: Double
  private var tryCount = 0
  /// Bytes with which the search of each axis began: with its best choice, and with the worst of the axis
  /// before; 0 before it begins.
  private var starts: [Double]
  private var state = State.first

  /// A choice on the axis that is searched, and how many bytes it had.
  private struct Try {
    var choice: Int
    var bytes: Double
    var log: Double { CLibrary.log(max(bytes, 1)) }
  }

  private struct Span {
    var axis: Int
    /// The choices on the other axes.
    var others: [Int]
    /// The worst choice that is known to be too large, and the one before it.
    var tooLarge: Try
    var before: Try?
    /// The best that is known to fit.
    var fitting: Try?
    /// How many tries were too large.
    var misses = 0
  }

  private enum State {
    case first
    case searching(Span)
    case done
    case failed
  }

  init(axes: [Axis], maxBytes: Int64) {
    self.axes = axes
    starts = axes.map { _ in 0 }
    self.maxBytes = Double(maxBytes)
  }

  /// The choice on each axis to try next; nil when there is nothing left to try.
  var next: [Int]? {
    switch state {
    case .first: axes.map { _ in 0 }
    case .searching(let span):
      axes.indices.map { $0 == span.axis ? nextChoice(span) : span.others[$0] }
    case .done, .failed: nil
    }
  }

  /// Whether the search ended without a choice that fits.
  var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Takes note of how ``next`` came out.
  ///
  /// - Returns: whether this is the best choice that is known to fit.
  @discardableResult
  mutating func note(byteCount: Int64) -> Bool {
    let bytes = Double(byteCount)
    let fits = bytes <= maxBytes
    switch state {
    case .first:
      tryCount = 1
      if fits { state = .done } else { search(from: 0, bytes) }
    case .searching(var span):
      // What was tried, before it counts as a try.
      let found = Try(choice: nextChoice(span), bytes: bytes)
      tryCount += 1
      if fits {
        span.fitting = found
      } else {
        span.before = span.tooLarge
        span.tooLarge = found
        span.misses += 1
      }
      goOn(span)
    case .done, .failed: preconditionFailure("the search has ended")
    }
    return fits
  }

  private mutating func goOn(_ span: Span) {
    guard let fitting = span.fitting else {
      let isAtWorst = span.tooLarge.choice == axes[span.axis].count - 1
      if let bytes = isAtWorst ? span.tooLarge.bytes : hopelessBytes(span) {
        search(from: span.axis + 1, bytes)
      } else {
        state = .searching(span)
      }
      return
    }
    let isEnough =
      axes[span.axis].logSizes != nil
      && (fitting.bytes >= Self.closeness * maxBytes || tryCount >= triesAllowed(fitting))
    if isEnough {
      state = .done
    } else if let before = axisBefore(span, fitting) {
      state = .searching(before)
    } else {
      state = fitting.choice - span.tooLarge.choice == 1 ? .done : .searching(span)
    }
  }

  private func triesAllowed(_ fitting: Try) -> Int {
    fitting.bytes < Self.muchRoom * maxBytes ? Self.mostTriesForRoom : Self.mostTries
  }

  /// The better choices of the axis before, with what was found on this one; nil where that is not known to
  /// gain.
  private func axisBefore(_ span: Span, _ fitting: Try) -> Span? {
    guard axes[span.axis].logSizes != nil, fitting.bytes < Self.muchRoom * maxBytes,
      let axis = span.others[..<span.axis].lastIndex(where: { $0 > 1 }),
      axes[axis].logSizes != nil, starts[axis] > starts[span.axis]
    else { return nil }
    var others = span.others
    others[span.axis] = fitting.choice
    let fall = log(starts[axis] / starts[span.axis])
    let best = Try(choice: 0, bytes: fitting.bytes * exp(Self.steepestEnd * fall))
    return Span(
      axis: axis, others: others, tooLarge: best,
      fitting: Try(choice: others[axis], bytes: fitting.bytes))
  }

  /// How many bytes the worst choice should have, when two tries tell that it is clearly too large and
  /// another axis can go on from there; then it need not be tried.
  private func hopelessBytes(_ span: Span) -> Double? {
    guard let logSizes = axes[span.axis].logSizes, span.before != nil,
      axes[(span.axis + 1)...].contains(where: { $0.count > 1 })
    else { return nil }
    let bytes = exp(
      span.tooLarge.log + slope(span, logSizes)
        * (logSizes.last! - logSizes[span.tooLarge.choice]))
    return bytes > 1.25 * maxBytes ? bytes : nil
  }

  /// Begins with the next axis that has choices.
  ///
  /// - Parameter bytes: with the axes before at their worst and the others as asked.
  private mutating func search(from first: Int, _ bytes: Double) {
    guard let axis = axes.indices.first(where: { $0 >= first && axes[$0].count > 1 }) else {
      state = .failed
      return
    }
    starts[axis] = bytes
    // The axes before are at their worst, those after as asked.
    let others = axes.indices.map { $0 < axis ? axes[$0].count - 1 : 0 }
    state = .searching(Span(axis: axis, others: others, tooLarge: Try(choice: 0, bytes: bytes)))
  }

  private func nextChoice(_ span: Span) -> Int {
    let (first, last) = (span.tooLarge.choice + 1, axes[span.axis].count - 1)
    guard let logSizes = axes[span.axis].logSizes else {
      return span.fitting.map { (first - 1 + $0.choice) / 2 } ?? last
    }
    // What expects too little again and again is left alone.
    if span.fitting == nil, span.misses > 3 { return last }
    let slope = slope(span, logSizes)
    let isLastTry = tryCount >= Self.mostTries - 1
    let coarseness = axes[span.axis].coarseness
    let goal =
      log(coarseness > 1 ? Self.closeGoal * maxBytes : Self.goal * maxBytes)
      - (span.misses > 2 ? Self.caution : 0)
    let end = span.fitting?.choice ?? last + 1
    func expected(_ choice: Int) -> Double {
      span.tooLarge.log + slope * (logSizes[choice] - logSizes[span.tooLarge.choice])
    }
    let coarse = (first..<end).lazy.filter { $0 % coarseness == 0 }
    let best = coarse.first { expected($0) <= goal }
    let mayBeBetween = span.fitting != nil && (isLastTry || coarse.isEmpty)
    if let best, !mayBeBetween || expected(best) >= log(Self.closeness * maxBytes) { return best }
    if !mayBeBetween, let worst = coarse.last { return worst }
    return (first..<end).first { expected($0) <= goal } ?? end - 1
  }

  /// How much faster sizes shrink than they should, by the last two tries.
  private func slope(_ span: Span, _ logSizes: [Double]) -> Double {
    guard let other = span.fitting ?? span.before else { return 1 }
    let expected = logSizes[other.choice] - logSizes[span.tooLarge.choice]
    guard expected != 0 else { return 1 }
    return min(max((other.log - span.tooLarge.log) / expected, 0.3), 3)
  }
}
