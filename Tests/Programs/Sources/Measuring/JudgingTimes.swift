import Foundation

/// Whether a program fails when something took too long: only where `JUDGE_TIMES` asks for it, on a
/// machine that does nothing else. Figures are printed always.
public func isInTime(_ condition: Bool) -> Bool {
  condition || ProcessInfo.processInfo.environment["JUDGE_TIMES"] == nil
}
