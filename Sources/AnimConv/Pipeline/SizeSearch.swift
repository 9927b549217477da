/// Finds the best of ordered choices under which a file is small enough: a pure state machine that
/// is told how each try came out.
///
/// There are several axes, each with its choices from what was asked (0) to the worst that is
/// acceptable. First everything is as asked. Then one axis after the other goes to its worst; from
/// the first one where that suffices, bisection looks for the best choice on that axis. The number
/// of tries is at most 1 + the sum over the axes of 1 + log2 of their choices, whatever the sizes
/// are; when they do not shrink from choice to choice, what is found fits all the same.
struct SizeSearch {
  /// How many choices each axis has, at least one.
  private let counts: [Int]
  private var state = State.first

  private enum State {
    case first
    /// The axis is at its worst for the first time.
    case worst(axis: Int)
    /// The choice `fitting` fits and `tooLarge` does not.
    case bisecting(axis: Int, tooLarge: Int, fitting: Int)
    case done(axis: Int, choice: Int)
    case failed
  }

  init(counts: [Int]) {
    self.counts = counts
  }

  /// The choice on each axis to try next; nil when there is nothing left to try.
  var next: [Int]? {
    switch state {
    case .first: return choices(axis: 0, choice: 0)
    case .worst(let axis): return choices(axis: axis, choice: counts[axis] - 1)
    case .bisecting(let axis, let tooLarge, let fitting):
      return choices(axis: axis, choice: (tooLarge + fitting) / 2)
    case .done, .failed: return nil
    }
  }

  /// Whether the search ended without a choice that fits.
  var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Takes note of how ``next`` came out.
  ///
  /// - Returns: whether this is the best choice that is known to fit.
  @discardableResult
  mutating func note(fits: Bool) -> Bool {
    switch state {
    case .first:
      if fits { state = .done(axis: 0, choice: 0) } else { goOn(after: -1) }
    case .worst(let axis):
      if fits {
        narrow(axis: axis, tooLarge: 0, fitting: counts[axis] - 1)
      } else {
        goOn(after: axis)
      }
    case .bisecting(let axis, let tooLarge, let fitting):
      let middle = (tooLarge + fitting) / 2
      narrow(
        axis: axis, tooLarge: fits ? tooLarge : middle, fitting: fits ? middle : fitting)
    case .done, .failed: preconditionFailure("the search has ended")
    }
    return fits
  }

  private mutating func goOn(after axis: Int) {
    let next = counts.indices.first { $0 > axis && counts[$0] > 1 }
    state = next.map { .worst(axis: $0) } ?? .failed
  }

  private mutating func narrow(axis: Int, tooLarge: Int, fitting: Int) {
    state =
      fitting - tooLarge > 1
      ? .bisecting(axis: axis, tooLarge: tooLarge, fitting: fitting)
      : .done(axis: axis, choice: fitting)
  }

  /// The axes before one are at their worst, those after it as asked.
  private func choices(axis: Int, choice: Int) -> [Int] {
    counts.indices.map { $0 < axis ? counts[$0] - 1 : $0 == axis ? choice : 0 }
  }
}
