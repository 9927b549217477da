internal import Messages
internal import Stages

/// An error of a program's own kind of output.
struct CustomOutputError: Error {
  package let frame: Int?
  /// What it threw.
  let mistake: any Error

  /// Errors of the program are wrapped in one that says so.
  static func telling<Value>(_ frame: Int?, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      if error is any StageFailure || error is CancellationError { throw error }
      throw CustomOutputError(frame: frame, mistake: error)
    }
  }
}

extension CustomOutputError: ProgramFailure {
  package var stage: ConversionStage { .writing }
  package var kind: FailureKind { .customSource }
  package var own: (any Error)? { mistake }
  package var reason: ConversionMessage { "the writer says: \(mistake)" }
  package var remedy: ConversionMessage? { nil }
}
