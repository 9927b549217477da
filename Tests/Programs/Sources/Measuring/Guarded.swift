import Foundation

/// A value for one thread at a time. The thread sanitizer does not recognize the protection of the
/// standard library's mutex.
public final class Guarded<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let lock = NSLock()

  public init(_ value: Value) { self.value = value }

  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
