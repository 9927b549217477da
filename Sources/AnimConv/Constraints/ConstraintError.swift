package import Stages

/// A file does not meet what a platform asks.
package struct ConstraintError: Error, Sendable, Hashable {
  /// One constraint that is not met, with the value in its place; nil when that cannot be told.
  package struct Violation: Sendable, Hashable {
    public let constraint: Constraint
    public let measure: Measure?
  }

  /// In the order of the constraints; never empty.
  public let violations: [Violation]
}

extension ConstraintError: StageFailure {
  public var stage: Stage { .checking }
  public var kind: FailureKind { .constraint }
  public var frame: Int? { nil }

  /// `seconds: 4.6, expected at most 3; fps: 50, expected at most 30`
  public var reason: String {
    violations.map { violation in
      "\(violation.constraint.property.rawValue): "
        + "\(violation.measure.map(\.description) ?? "unknown"), "
        + "expected \(violation.constraint.expectation)"
    }.joined(separator: "; ")
  }

  public var remedy: String? {
    let hints = violations.compactMap { violation -> String? in
      switch violation.constraint.property {
      case .seconds:
        if case (.range(let min?, _), .number(let seconds)?) =
          (violation.constraint.bound, violation.measure), seconds < min
        {
          "play it more often with --min-duration"
        } else {
          "shorten it with --range or --speed"
        }
      case .frames: "keep fewer frames with --range or --every"
      case .width, .height, .longSide, .shortSide, .pixels: "choose another --scale"
      case .fps: "choose another --schedule fps=R"
      case .aspect, .orientation: "change the shape with --crop, or --scale WxH"
      case .codec: "choose another --codec"
      case .sound: "convert it, which leaves out the sound"
      case .bytes, .container, .pixelFormat, .alpha: nil
      }
    }
    return hints.first
  }
}
