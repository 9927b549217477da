package import Messages
package import Stages

/// A file does not meet a platform's requirements.
package struct ConstraintError: Error, Sendable, Hashable {
  /// A constraint that is not met, with the value of the file; nil if the value is unknown.
  package struct Violation: Sendable, Hashable {
    package let constraint: MediaConstraint
    package let measure: MediaConstraint.Measure?
  }

  /// In the order of the constraints; never empty.
  package let violations: [Violation]
  /// Whether high dynamic range is kept, so that only one size and shape is possible.
  package var keepsLight = false
}

extension ConstraintError: StageFailure {
  package var stage: ConversionStage { .checking }
  package var kind: FailureKind { .constraint }
  package var frame: Int? { nil }

  /// `seconds: 4.6, expected at most 3; fps: 50, expected at most 30`
  package var reason: ConversionMessage {
    violations.map { violation -> ConversionMessage in
      "\(violation.constraint.property.rawValue): "
        + "\(violation.measure.map(\.description) ?? "unknown"), "
        + "expected \(violation.constraint.expectation)"
    }.joined(separator: "; ")
  }

  package var remedy: ConversionMessage? {
    let hints = violations.compactMap { violation -> ConversionMessage? in
      switch violation.constraint.property {
      case .seconds:
        if case (.range(let min?, _), .number(let seconds)?) =
          (violation.constraint.bound, violation.measure), seconds < min
        {
          "play it more often with \(.minDuration)"
        } else {
          "shorten it with \(.range) or \(.speed)"
        }
      case .frames: "keep fewer frames with \(.range) or \(.every)"
      case .width, .height, .longSide, .shortSide, .pixels:
        if keepsLight {
          "choose \(.hdr, case: "tonemap") and another \(.scale)"
        } else {
          "choose another \(.scale)"
        }
      case .fps: "choose another \(.schedule, "fps=R", swift: ".constant(R)")"
      case .aspect, .orientation:
        (keepsLight ? "choose \(.hdr, case: "tonemap") and change" : "change")
          + " the shape with \(.crop), or "
          + "\(.scale, "WxH", swift: ".size(PixelSize(width: W, height: H))")"
      case .codec: "choose another \(.codec)"
      case .sound: "convert it, which leaves out the sound"
      case .bytes, .container, .pixelFormat, .alpha: nil
      }
    }
    return hints.first
  }
}
