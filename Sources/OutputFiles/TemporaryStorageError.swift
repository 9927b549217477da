package import Messages
package import Stages

/// Temporary files are larger than a conversion's limit.
package enum TemporaryStorageError: Error, Sendable, Hashable {
  /// The files need more bytes than all of them may have.
  case quotaExceeded(allowed: Int64)
}

extension TemporaryStorageError: StageFailure {
  package var stage: ConversionStage { .writing }
  package var frame: Int? { nil }
  package var kind: FailureKind { code.kind }
  package var code: FailureCode { .noSpace }

  package var reason: ConversionMessage {
    switch self {
    case .quotaExceeded(let allowed):
      "temporary files need more than the \(allowed) bytes that this conversion may use"
    }
  }

  package var remedy: ConversionMessage? { "raise resources.maxTemporaryBytes" }
}
