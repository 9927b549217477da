import Foundation

/// Latencies, for their median and their slow end.
public final class Latencies: Sendable {
  private let milliseconds = Guarded<[Double]>([])

  public init() {}

  public func note(_ duration: Duration) {
    milliseconds.withLock { $0.append(duration.milliseconds) }
  }

  /// Measures a duration.
  public func measure<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    let start = ContinuousClock.now
    defer { note(.now - start) }
    return try await body()
  }

  public var count: Int { milliseconds.withLock { $0.count } }

  /// The value that the given percentage does not exceed; 0 without values.
  public func percentile(_ percent: Double) -> Double {
    let sorted = milliseconds.withLock { $0.sorted() }
    if sorted.isEmpty { return 0 }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * percent / 100))]
  }

  /// `p50 0.31 ms, p99 2.70 ms, worst 5.02 ms`
  public var summary: String {
    String(
      format: "p50 %.2f ms, p99 %.2f ms, worst %.2f ms", percentile(50), percentile(99),
      percentile(100))
  }
}

extension Duration {
  public var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
