import Foundation

/// Whether a program fails if an operation took too long: only with `JUDGE_TIMES`, on an idle
/// machine. Figures are always printed.
public func isInTime(_ condition: Bool) -> Bool {
  condition || ProcessInfo.processInfo.environment["JUDGE_TIMES"] == nil
}
