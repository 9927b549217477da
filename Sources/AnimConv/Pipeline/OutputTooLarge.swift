internal import Messages
internal import Stages

/// An output has more bytes than ``Conversion/Resources/maxOutputBytes``.
struct OutputTooLarge: Error {
  /// Bytes when it was noticed.
  let bytes: Int64
  let allowed: Int64
}

extension OutputTooLarge: StageFailure {
  package var stage: ConversionStage { .writing }
  package var kind: FailureKind { code.kind }
  package var code: FailureCode { .tooLarge(bytes: bytes, allowed: allowed) }
  package var frame: Int? { nil }
  package var reason: ConversionMessage {
    "the output has at least \(bytes) bytes, and \(allowed) are allowed"
  }
  package var remedy: ConversionMessage? {
    "raise resources.maxOutputBytes, or set sizeTarget.maxBytes, which reduces the quality"
  }
}
