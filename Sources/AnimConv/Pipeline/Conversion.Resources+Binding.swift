internal import AnimPlay
internal import OutputFiles
internal import Stages

extension Conversion.Resources {
  /// Runs a conversion with its temporary storage and until its deadline.
  ///
  /// - Throws: what `body` throws; a conversion that the deadline has cancelled fails with
  ///   ``FailureCode/deadlineExceeded``.
  func bound<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let storage = TemporaryStorage(folder: temporaryFolder, maxBytes: maxTemporaryBytes)
    return try await TemporaryStorage.$current.withValue(storage) {
      guard let deadline else { return try await body() }
      return try await Self.run(until: deadline, body)
    }
  }

  private enum Event<Value: Sendable>: Sendable {
    case ended(Result<Value, any Error>)
    case late
    case stoppedWaiting
  }

  private static func run<Value: Sendable>(
    until deadline: ContinuousClock.Instant, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Event<Value>.self) { group in
      group.addTask {
        do { return .ended(.success(try await body())) } catch { return .ended(.failure(error)) }
      }
      group.addTask {
        do { try await Task.sleep(until: deadline) } catch { return .stoppedWaiting }
        return .late
      }
      var isLate = false
      while let event = try await group.next() {
        switch event {
        case .stoppedWaiting: break
        case .late:
          isLate = true
          group.cancelAll()
        case .ended(let result):
          group.cancelAll()
          // An output that appeared before it was cancelled is a result.
          return try isLate ? result.mapError(lateness).get() : result.get()
        }
      }
      preconditionFailure("the conversion has ended")
    }
  }

  /// The error of a conversion that the deadline has cancelled.
  private static func lateness(_ error: any Error) -> any Error {
    var late = ConversionError.wrapping(error, file: nil, stage: .reading)
    guard late.kind == .cancelled else { return error }
    late.code = .deadlineExceeded
    late.reason = "its deadline has passed"
    late.remedy = "allow more time, or convert fewer or smaller frames"
    return late
  }
}

extension Conversion.Resources {
  /// - Throws: ``OutputTooLarge``.
  func check(outputBytes bytes: Int64) throws {
    guard let allowed = maxOutputBytes, bytes > allowed else { return }
    throw OutputTooLarge(bytes: bytes, allowed: allowed)
  }
}
