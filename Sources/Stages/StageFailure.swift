public import Messages
internal import SystemPackage

/// The stages a frame passes through, as messages name them.
public enum ConversionStage: String, Sendable, Hashable {
  /// Opening, surveying and decoding an input.
  case reading
  /// Computing the times of frames.
  case retiming
  /// Cropping, scaling and flattening.
  case shaping
  /// Encoding and writing files.
  case writing
  /// Planning, before anything is written.
  case planning
  /// Checking the written output.
  case checking
}

/// The kind of a failure, which decides the exit code of a command (`sysexits.h`).
public enum FailureKind: Sendable, Hashable, CaseIterable {
  /// The request contradicts itself or does not apply to this input.
  case usage
  /// The input is damaged, unsupported or over a limit.
  case damagedInput
  /// The input does not exist.
  case missingInput
  /// FFmpeg, a part of it or another library is not installed.
  case unavailable
  /// An error in animconv itself.
  case internalFault
  /// The output exists or cannot be created.
  case cannotCreate
  /// The system could not read or write.
  case inputOutput
  /// A preset, a batch file or a setting in one of them is invalid.
  case configuration
  /// The output, or a checked file, does not meet a platform's requirements.
  case constraint
  /// The caller's own source failed, or broke its contract.
  case customSource
  /// Cancelled by the caller, a signal or a deadline.
  case cancelled

  /// The exit code for it.
  public var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .damagedInput: 65
    case .missingInput: 66
    case .unavailable: 69
    case .internalFault: 70
    case .cannotCreate: 73
    case .inputOutput, .customSource: 74
    case .configuration: 78
    case .constraint: 3
    case .cancelled: 130
    }
  }
}

/// The common parts of every stage's errors: the file and frame, the reason, and the remedy.
public protocol StageFailure: Error, Sendable {
  /// Where it happened.
  var stage: ConversionStage { get }
  /// The kind of failure, which decides the exit code.
  var kind: FailureKind { get }
  /// What went wrong, for programs.
  var code: FailureCode { get }
  /// The frame, from 0, if the failure concerns one.
  var frame: Int? { get }
  /// The reason, without the file's name and without a full stop.
  var reason: ConversionMessage { get }
  /// What the user can do, if known.
  var remedy: ConversionMessage? { get }
}

/// A failure of a part that a program brings.
package protocol ProgramFailure: StageFailure {
  /// The program's own error; nil if the part broke its contract.
  var own: (any Error)? { get }
}

extension StageFailure {
  /// The code that the kind alone decides.
  public var code: FailureCode { FailureCode(kind) }
}

/// Whether an error number means that there is no space for a file.
package func isSpace(_ errno: Int32) -> Bool {
  errno == Errno.noSpace.rawValue || errno == Errno.diskQuotaExceeded.rawValue
    || errno == Errno.fileTooLarge.rawValue
}

/// The system's text for an error number.
package func describe(errno number: Int32) -> String {
  String(describing: Errno(rawValue: number))
}
