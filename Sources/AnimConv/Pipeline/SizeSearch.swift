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
/// and after ``mostTries`` tries it is enough to fit. On others, the worst choice is tried first and
/// bisection finds the best: at most 1 + log2 of the choices.
struct SizeSearch {
  /// The choices of one kind.
  struct Axis {
    /// At least one.
    var count: Int
    /// For each choice, the natural logarithm of the bytes that it should have, over those of the
    /// first; falling. Nil when nothing is known.
    var logSizes: [Double]?
    /// Only every so many choices are tried before one fits: those between take longer to encode.
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
  /// Tries that it may take to come close.
  static let mostTries = 4

  private let axes: [Axis]
  private let maxBytes: Double
  private var tryCount = 0
  private var state = State.first

  /// A choice on the axis that is searched, and how many bytes it had.
  private struct Try {
    var choice: Int
    var bytes: Double
    var log: Double { CLibrary.log(max(bytes, 1)) }
  }

  private struct Span {
    var axis: Int
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
    self.maxBytes = Double(maxBytes)
  }

  /// The choice on each axis to try next; nil when there is nothing left to try.
  var next: [Int]? {
    switch state {
    case .first: axes.map { _ in 0 }
    case .searching(let span):
      // The axes before one are at their worst, those after it as asked.
      axes.indices.map {
        $0 < span.axis ? axes[$0].count - 1 : $0 == span.axis ? nextChoice(span) : 0
      }
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
      if span.tooLarge.choice == axes[span.axis].count - 1 {
        search(from: span.axis + 1, span.tooLarge.bytes)
      } else if let bytes = hopelessBytes(span) {
        search(from: span.axis + 1, bytes)
      } else {
        state = .searching(span)
      }
      return
    }
    let isEnough =
      axes[span.axis].logSizes != nil
      && (fitting.bytes >= Self.closeness * maxBytes || tryCount >= Self.mostTries)
    state = isEnough || fitting.choice - span.tooLarge.choice == 1 ? .done : .searching(span)
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
    return bytes > 1.1 * maxBytes ? bytes : nil
  }

  /// Begins with the next axis that has choices.
  ///
  /// - Parameter bytes: with the axes before at their worst and the others as asked.
  private mutating func search(from first: Int, _ bytes: Double) {
    let axis = axes.indices.first { $0 >= first && axes[$0].count > 1 }
    state =
      axis.map { .searching(Span(axis: $0, tooLarge: Try(choice: 0, bytes: bytes))) } ?? .failed
  }

  private func nextChoice(_ span: Span) -> Int {
    let (first, last) = (span.tooLarge.choice + 1, axes[span.axis].count - 1)
    guard let logSizes = axes[span.axis].logSizes else {
      return span.fitting.map { (first - 1 + $0.choice) / 2 } ?? last
    }
    // What expects too little again and again is left alone.
    if span.fitting == nil, span.misses > 3 { return last }
    let slope = slope(span, logSizes)
    let isLastTry = tryCount == Self.mostTries - 1
    let coarseness = axes[span.axis].coarseness
    let goal =
      log(coarseness > 1 ? Self.closeGoal * maxBytes : Self.goal * maxBytes)
      - (span.misses > 2 ? Self.caution : 0)
    let end = span.fitting?.choice ?? last + 1
    let isBetween =
      span.fitting != nil && (isLastTry || (end - 1) / coarseness * coarseness < first)
    func expected(_ choice: Int) -> Double {
      span.tooLarge.log + slope * (logSizes[choice] - logSizes[span.tooLarge.choice])
    }
    let choices = (first..<end).lazy.filter { isBetween || $0 % coarseness == 0 }
    return choices.first { expected($0) <= goal } ?? choices.last ?? end - 1
  }

  /// How much faster sizes shrink than they should, by the last two tries.
  private func slope(_ span: Span, _ logSizes: [Double]) -> Double {
    guard let other = span.fitting ?? span.before else { return 1 }
    let expected = logSizes[other.choice] - logSizes[span.tooLarge.choice]
    guard expected != 0 else { return 1 }
    return min(max((other.log - span.tooLarge.log) / expected, 0.3), 3)
  }
}
