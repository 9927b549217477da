package import Messages
package import Stages

/// A written file is not what the plan says: a mistake of animconv or of a library below.
package enum ReadBackError: Error, Sendable, Hashable {
  /// It could not be read at all.
  case unreadable(reason: Message)
  /// Something that its headers say differs.
  case differs(what: String, expected: String, found: String)
  /// A frame starts or ends at another time, in ticks of the plan's unit.
  case wrongTime(frame: Int, expected: String, found: String)
  /// A frame has other pixels.
  case wrongPixels(frame: Int)
  /// Alpha was to be kept and every pixel that was decoded is opaque.
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

  package var reason: Message {
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

  package var remedy: Message? { "please report it with the input file" }
}
