internal import CLibrary

/// Finds the best of ordered choices under which a file is small enough: a pure state machine that
/// is told how many bytes each try had.
///
/// There are several axes, each with its choices from what was asked (0) to the worst that is
/// acceptable. First everything is as asked. Then one axis after the other is searched, with those
/// before at their worst, until one suffices. What is found always fits, also where sizes do not
/// shrink from choice to choice.
///
/// On an axis that tells what sizes to expect, each try is the choice whose size, by the tries so far,
/// should come out a little below the limit (``SizeModel``); it is enough to come within ``closeness``
/// of it, and after ``mostTries`` tries it is enough to fit without leaving a tenth. Where the axis before
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
    /// How many of the worst choices are tried only where they suffice alone: no other axis goes on from
    /// them.
    var lastResorts = 0
    /// Whether what the first choice changes is less sure than what others do.
    var startsWithJump = false
  }

  /// The share of the limit that is close enough to it.
  static let closeness = 0.97
  /// The share that is aimed at: the middle of what is close enough.
  private static let goal = 0.985
  /// Below this share of the limit so much room is left that more tries pay.
  private static let muchRoom = 0.9
  /// Tries that it may take to come close.
  static let mostTries = 4
  /// What is aimed at after those: the middle of what is then enough.
  private static let lateGoal = 0.95
  /// Tries that it may take where ``mostTries`` leave much room.
  private static let mostTriesForRoom = 6
  /// What the worst choice may be expected to have, over the limit, and is yet tried before another axis.
  private static let hope = 1.05
  /// After so many tries that were too large, what was expected of the axis is not believed any more.
  private static let mostMisses = 3

  private let axes: [Axis]
  private let maxBytes: Double
  private var tryCount = 0
  /// Of the axes that tell what to expect; nil before the first try.
  private var model: SizeModel?
  private var state = State.first

  /// A choice on the axis that is searched, and how many bytes it had.
  private struct Try {
    var choice: Int
    var bytes: Double
  }

  private struct Span {
    var axis: Int
    /// The choices on the other axes.
    var others: [Int]
    /// The worst choice that is known, or taken, to be too large.
    var tooLarge = 0
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
    case .searching(let span): choices(span, nextChoice(span))
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
      let known = axes.filter { $0.logSizes != nil }
      model = SizeModel(startsWithJump: known.map(\.startsWithJump), origin: log(max(bytes, 1)))
      if fits { state = .done } else { search(from: 0) }
    case .searching(var span):
      // What was tried, before it counts as a try.
      let choice = nextChoice(span)
      let tried = place(choices(span, choice))
      model?.note(tried, logSize: log(max(bytes, 1)))
      tryCount += 1
      if fits {
        span.fitting = Try(choice: choice, bytes: bytes)
      } else {
        span.tooLarge = choice
        span.misses += 1
      }
      goOn(span)
    case .done, .failed: preconditionFailure("the search has ended")
    }
    return fits
  }

  private mutating func goOn(_ span: Span) {
    guard let fitting = span.fitting else {
      if span.tooLarge == axes[span.axis].count - 1 || isHopeless(span) {
        search(from: span.axis + 1)
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
      state = fitting.choice - span.tooLarge == 1 ? .done : .searching(span)
    }
  }

  private func triesAllowed(_ fitting: Try) -> Int {
    fitting.bytes < Self.muchRoom * maxBytes ? Self.mostTriesForRoom : Self.mostTries
  }

  /// The better choices of the axis before, with what was found on this one; nil where this one may come
  /// closer.
  private func axisBefore(_ span: Span, _ fitting: Try) -> Span? {
    guard let better = expected(span, span.tooLarge + 1),
      fitting.bytes < Self.muchRoom * maxBytes || better < log(Self.closeness * maxBytes),
      let axis = span.others[..<span.axis].lastIndex(where: { $0 > 1 }),
      axes[axis].logSizes != nil
    else { return nil }
    var others = span.others
    others[span.axis] = fitting.choice
    return Span(
      axis: axis, others: others, fitting: Try(choice: others[axis], bytes: fitting.bytes))
  }

  /// Whether the worst choice is expected to be clearly too large, and another axis can go on; then it need
  /// not be tried.
  private func isHopeless(_ span: Span) -> Bool {
    guard let worst = expected(span, axes[span.axis].count - 1),
      axes[(span.axis + 1)...].contains(where: { $0.count > 1 })
    else { return false }
    return worst > log(Self.hope * maxBytes)
  }

  /// Begins with the next axis that has choices.
  private mutating func search(from first: Int) {
    guard let axis = axes.indices.first(where: { $0 >= first && axes[$0].count > 1 }) else {
      state = .failed
      return
    }
    // The axes before are at their worst, those after as asked.
    let others = axes.indices.map {
      $0 < axis ? max(axes[$0].count - 1 - axes[$0].lastResorts, 0) : 0
    }
    state = .searching(Span(axis: axis, others: others))
  }

  private func nextChoice(_ span: Span) -> Int {
    let (first, last) = (span.tooLarge + 1, axes[span.axis].count - 1)
    guard axes[span.axis].logSizes != nil else {
      return span.fitting.map { (span.tooLarge + $0.choice) / 2 } ?? last
    }
    if span.fitting == nil, span.misses > Self.mostMisses { return last }
    let all = first..<(span.fitting?.choice ?? last + 1)
    let coarse = all.filter { $0 % axes[span.axis].coarseness == 0 }
    let mayBeBetween = span.fitting != nil && tryCount == Self.mostTries - 1
    let goal = log(maxBytes * (tryCount < Self.mostTries ? Self.goal : Self.lateGoal))
    return (mayBeBetween || coarse.isEmpty ? Array(all) : coarse)
      .map { (choice: $0, distance: abs((expected(span, $0) ?? 0) - goal)) }
      .min { $0.distance < $1.distance }?.choice ?? last
  }

  /// The natural logarithm of the size to expect of a choice; nil where nothing is known.
  private func expected(_ span: Span, _ choice: Int) -> Double? {
    guard axes[span.axis].logSizes != nil else { return nil }
    return model?.logSize(place(choices(span, choice)))
  }

  private func choices(_ span: Span, _ choice: Int) -> [Int] {
    axes.indices.map { $0 == span.axis ? choice : span.others[$0] }
  }

  private func place(_ choices: [Int]) -> SizeModel.Place {
    var place = SizeModel.Place(falls: [], others: [])
    for (axis, choice) in zip(axes, choices) {
      if let logSizes = axis.logSizes {
        place.falls.append(-logSizes[choice])
      } else {
        place.others.append(choice)
      }
    }
    return place
  }
}
