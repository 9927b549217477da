internal import CLibrary

/// Finds the best of ordered choices with which a file is small enough: a pure state machine that
/// receives the size of each try.
///
/// There are several axes, each with choices from the request (0) to the worst acceptable one. The
/// first try is the request itself. Then the axes are searched one after another, with the previous
/// ones at their worst choice, until one suffices. The result always fits, even if sizes do not
/// decrease from choice to choice.
///
/// On an axis with predictions, each try is the choice whose size should be just below the limit
/// according to previous tries (``SizeModel``). A try within ``closeness`` of the limit is enough;
/// after ``mostTries`` tries, a fit that leaves less than a tenth is enough. If the previous axis
/// has predictions as well and a fit leaves room, better choices on that axis are tried, because
/// sizes of scaled frames start with a jump. On other axes the worst choice is tried first, and
/// bisection finds the best: at most 1 + log2 of the choices.
struct SizeSearch {
  /// The choices of one kind.
  struct Axis {
    /// At least one.
    var count: Int
    /// For each choice, the natural logarithm of the expected size relative to the first;
    /// decreasing. Nil if unknown.
    var logSizes: [Double]?
    /// Only every n-th choice is tried while they are close enough to each other; those between are
    /// slower to encode or less certain.
    var coarseness = 1
    /// The number of worst choices that are tried only if they suffice alone; other axes do not
    /// continue from them.
    var lastResorts = 0
    /// Whether the effect of the first choice is less certain than that of the others.
    var startsWithJump = false
  }

  /// The share of the limit that counts as close enough.
  static let closeness = 0.97
  /// The targeted share: the middle of the close-enough range.
  private static let goal = 0.985
  /// Below this share of the limit, more tries are worthwhile.
  private static let muchRoom = 0.9
  /// The largest number of tries to come close.
  static let mostTries = 4
  /// The targeted share after those tries: the middle of the then acceptable range.
  private static let lateGoal = 0.95
  /// The largest number of tries if ``mostTries`` leave much room.
  private static let mostTriesForRoom = 6
  /// The largest predicted size, relative to the limit, at which the worst choice is tried before
  /// another axis.
  private static let hope = 1.05
  /// After this many tries that were too large, the axis's prediction is discarded.
  private static let mostMisses = 3

  private let axes: [Axis]
  private let maxBytes: Double
  private var tryCount = 0
  /// For axes with predictions; nil before the first try.
  private var model: SizeModel?
  private var state = State.first

  /// A choice on the current axis, and its size in bytes.
  private struct Try {
    var choice: Int
    var bytes: Double
  }

  private struct Span {
    var axis: Int
    /// The choices on the other axes.
    var others: [Int]
    /// The worst choice that is known, or assumed, to be too large.
    var tooLarge = 0
    /// The best choice that is known to fit.
    var fitting: Try?
    /// The number of tries that were too large.
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

  /// The choice on each axis to try next; nil if nothing is left to try.
  var next: [Int]? {
    switch state {
    case .first: axes.map { _ in 0 }
    case .searching(let span): choices(span, nextChoice(span))
    case .done, .failed: nil
    }
  }

  /// Whether the search ended without a fitting choice.
  var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Records the size of ``next``.
  ///
  /// - Returns: whether this is the best known choice that fits.
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
      // The state before this try decides.
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

  /// The better choices of the previous axis, combined with the result on this one; nil if this one
  /// may come closer.
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

  /// Whether the worst choice is predicted to be clearly too large and another axis can continue,
  /// so that it does not have to be tried.
  private func isHopeless(_ span: Span) -> Bool {
    guard let worst = expected(span, axes[span.axis].count - 1),
      axes[(span.axis + 1)...].contains(where: { $0.count > 1 })
    else { return false }
    return worst > log(Self.hope * maxBytes)
  }

  /// Starts the next axis that has choices.
  private mutating func search(from first: Int) {
    guard let axis = axes.indices.first(where: { $0 >= first && axes[$0].count > 1 }) else {
      state = .failed
      return
    }
    // Previous axes are at their worst choice, later ones at the requested one.
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

  /// The predicted natural logarithm of the size of a choice; nil if unknown.
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
