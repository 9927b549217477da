package import Messages
package import Stages

/// No try was small enough.
package struct SizeTargetError: Error, Sendable, Hashable {
  package let maxBytes: Int64
  /// The number of tries.
  package let tryCount: Int
  /// The smallest result.
  package let nearest: Conversion.Try
  /// Whether high dynamic range is kept, so that only one size is possible.
  package var keepsLight = false
}

extension SizeTargetError: StageFailure {
  package var stage: ConversionStage { .checking }
  package var kind: FailureKind { .constraint }
  package var code: FailureCode { .tooLarge(bytes: nearest.byteCount, allowed: maxBytes) }
  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    let how = nearest.changes.isEmpty ? "" : " with \(nearest.changes.joined(separator: ", "))"
    return "none of \(tryCount) \(tryCount == 1 ? "try" : "tries") has at most \(maxBytes) bytes; "
      + "the closest has \(nearest.byteCount)\(how)"
  }

  package var remedy: ConversionMessage? {
    if keepsLight {
      return "shorten it with \(.range) or \(.speed), allow "
        + "\(.maxBytes, nearest.byteCount), or choose \(.hdr, case: "tonemap")"
    }
    return "shorten it with \(.range) or \(.speed), make it smaller with "
      + "\(.scale), or allow \(.maxBytes, nearest.byteCount)"
  }
}
