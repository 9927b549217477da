package import Messages
package import Stages

/// A written file differs from the plan: an error in animconv or in a library.
package enum ReadBackError: Error, Sendable, Hashable {
  /// It cannot be read at all.
  case unreadable(reason: ConversionMessage)
  /// A value in its headers differs.
  case differs(what: String, expected: String, found: String)
  /// The start or end of a frame differs, in ticks of the plan's unit.
  case wrongTime(frame: Int, expected: String, found: String)
  /// The pixels of a frame differ.
  case wrongPixels(frame: Int)
  /// Alpha should be kept, but every decoded pixel is opaque.
  case alphaLost
}

extension ReadBackError: StageFailure {
  package var stage: ConversionStage { .checking }
  package var kind: FailureKind { .internalFault }

  package var frame: Int? {
    switch self {
    case .wrongTime(let frame, _, _), .wrongPixels(let frame): frame
    case .unreadable, .differs, .alphaLost: nil
    }
  }

  package var reason: ConversionMessage {
    switch self {
    case .unreadable(let reason): "the written file cannot be read back: \(reason)"
    case .differs(let what, let expected, let found):
      "the written file has \(what) \(found) instead of \(expected)"
    case .wrongTime(_, let expected, let found):
      "the written file has the time \(found) instead of \(expected)"
    case .wrongPixels: "the pixels of the written file differ from those of the frame"
    case .alphaLost: "the written file has lost its alpha"
    }
  }

  package var remedy: ConversionMessage? { "please report it with the input file" }
}
