package import Messages
package import Stages

/// Why a report cannot be written.
package enum ReportError: Error, Sendable, Hashable {
  /// The page would be too large for browsers to open quickly.
  case tooLarge(byteCount: Int, allowed: Int)
}

extension ReportError: StageFailure {
  package var stage: ConversionStage { .writing }
  package var kind: FailureKind { .usage }
  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .tooLarge(let byteCount, let allowed):
      "the page would have \(byteCount) bytes, and one file may have \(allowed)"
    }
  }

  package var remedy: ConversionMessage? {
    "write a folder, with '/' at the end of its name, or leave the media out"
  }
}
