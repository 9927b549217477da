/// The kind of error, for programs: to react to it, or to describe it in an app's own words and
/// language.
///
/// Cases and their payloads do not change; later versions may add cases, so a `switch` needs a
/// `default`.
public enum FailureCode: Sendable, Hashable {
  /// The input is larger than a limit. `limit` is the name of the setting that raises it.
  case overLimit(limit: String, value: Int, allowed: Int)
  /// The input has a format that is not supported, but may be recognized: `an Ogg file`.
  case unknownFormat(looksLike: String?)
  /// The input is valid but needs a feature that is not supported; a description in English.
  case unsupportedFeature(String)
  /// The file has no bytes, or there are no frames.
  case empty
  /// The input is damaged; the offset in bytes, if known.
  case damaged(byteOffset: Int64?)
  /// The input ends before its first frame can be shown, or anywhere if damage is not tolerated.
  case truncated(byteOffset: Int64?)
  /// The input cannot be decoded without a key.
  case encrypted
  /// A file, folder or picture does not exist.
  case notFound
  /// An encoder or a library is not installed, or this FFmpeg lacks it; its name, if known.
  case libraryMissing(String?)
  /// The output cannot store what the request or the input requires. The remedy names alternatives.
  case notExpressible
  /// The request contradicts itself or does not suit this input.
  case invalidRequest
  /// A preset, a batch file or a setting in one of them is invalid.
  case invalidConfiguration
  /// The output, or the smallest of all tries, has `bytes`, more than `allowed`.
  case tooLarge(bytes: Int64, allowed: Int64)
  /// No try is good enough; the best score.
  case belowQuality(best: Double)
  /// The output, or a checked file, does not meet a platform's requirements.
  case requirementsMissed
  /// The output exists and is not replaced.
  case outputExists
  /// The output is the input or a part of it.
  case outputIsInput
  /// The output cannot be created; with the system's error number, if the system refused it.
  case cannotCreate(errno: Int32?)
  /// The disk, or the user's quota, is full, or the file would be too large for the disk.
  case noSpace
  /// The system could not read or write; its error number, or 0 if none is known.
  case system(errno: Int32)
  /// A source, a callback or another part that the caller provided failed.
  case customSource
  /// Cancelled by the caller or a signal.
  case cancelled
  /// Cancelled because a deadline has passed.
  case deadlineExceeded
  /// An error in animconv itself.
  case internalFault
}

extension FailureCode {
  /// The kind of failure, which decides the exit code of a command.
  public var kind: FailureKind {
    switch self {
    case .overLimit, .unknownFormat, .unsupportedFeature, .empty, .damaged, .truncated, .encrypted:
      .damagedInput
    case .notFound: .missingInput
    case .libraryMissing: .unavailable
    case .notExpressible, .invalidRequest: .usage
    case .invalidConfiguration: .configuration
    case .tooLarge, .belowQuality, .requirementsMissed: .constraint
    case .outputExists, .outputIsInput, .cannotCreate: .cannotCreate
    case .noSpace, .system: .inputOutput
    case .customSource: .customSource
    case .cancelled, .deadlineExceeded: .cancelled
    case .internalFault: .internalFault
    }
  }

  /// The code without its payload, as in JSON: `over-limit`.
  public var name: String {
    switch self {
    case .overLimit: "over-limit"
    case .unknownFormat: "unknown-format"
    case .unsupportedFeature: "unsupported-feature"
    case .empty: "empty"
    case .damaged: "damaged"
    case .truncated: "truncated"
    case .encrypted: "encrypted"
    case .notFound: "not-found"
    case .libraryMissing: "library-missing"
    case .notExpressible: "not-expressible"
    case .invalidRequest: "invalid-request"
    case .invalidConfiguration: "invalid-configuration"
    case .tooLarge: "too-large"
    case .belowQuality: "below-quality"
    case .requirementsMissed: "requirements-missed"
    case .outputExists: "output-exists"
    case .outputIsInput: "output-is-input"
    case .cannotCreate: "cannot-create"
    case .noSpace: "no-space"
    case .system: "system"
    case .customSource: "custom-source"
    case .cancelled: "cancelled"
    case .deadlineExceeded: "deadline-exceeded"
    case .internalFault: "internal-fault"
    }
  }

  /// The code that follows from the kind alone.
  public init(_ kind: FailureKind) {
    self =
      switch kind {
      case .usage: .invalidRequest
      case .damagedInput: .damaged(byteOffset: nil)
      case .missingInput: .notFound
      case .unavailable: .libraryMissing(nil)
      case .internalFault: .internalFault
      case .cannotCreate: .cannotCreate(errno: nil)
      case .inputOutput: .system(errno: 0)
      case .configuration: .invalidConfiguration
      case .constraint: .requirementsMissed
      case .customSource: .customSource
      case .cancelled: .cancelled
      }
  }

  /// The code of a failed system call.
  package init(errno number: Int32) {
    self = isSpace(number) ? .noSpace : .system(errno: number)
  }
}
