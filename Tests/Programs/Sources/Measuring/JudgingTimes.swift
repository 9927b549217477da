import Foundation

/// Whether a program fails if something took too long: only with `JUDGE_TIMES`, on an idle machine.
/// Figures are printed always.
public func isInTime(_ condition: Bool) -> Bool {
  condition || ProcessInfo.processInfo.environment["JUDGE_TIMES"] == nil
}
