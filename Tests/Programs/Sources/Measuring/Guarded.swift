import Foundation

/// A value that one thread at a time looks at. The thread sanitizer does not see what the standard
/// library's mutex guards.
public final class Guarded<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let lock = NSLock()

  public init(_ value: Value) { self.value = value }

  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
