public import Messages
internal import SystemPackage

/// The stages a frame passes through, as messages name them.
public enum ConversionStage: String, Sendable, Hashable {
  /// Opening, surveying and decoding an input.
  case reading
  /// Working out when frames show.
  case retiming
  /// Cropping, scaling and flattening.
  case shaping
  /// Encoding, and making files.
  case writing
  /// Deciding what to do, before anything is done.
  case planning
  /// Looking at what was written.
  case checking
}

/// What sort of failure it is; decides the exit code of a command (`sysexits.h`).
public enum FailureKind: Sendable, Hashable {
  /// The request contradicts itself or cannot apply to this input.
  case usage
  /// The input is damaged, unsupported or over a limit.
  case damagedInput
  /// The input is not there.
  case missingInput
  /// FFmpeg, a part of it or another library is not installed.
  case unavailable
  /// A mistake of animconv itself.
  case internalFault
  /// The output exists or cannot be created.
  case cannotCreate
  /// Reading or writing failed in the system.
  case inputOutput
  /// A preset, a batch file or a setting in one of them is wrong.
  case configuration
  /// What was written, or a file that was checked, does not meet a platform's constraints.
  case constraint
  /// A source of the caller's own failed, or did not keep what it promised.
  case customSource
  /// Cancelled by the caller or a signal.
  case cancelled

  /// The exit code that goes with it.
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

/// What every stage's errors can tell: what failed, on what, why, and what to do.
public protocol StageFailure: Error, Sendable {
  /// Where it happened.
  var stage: ConversionStage { get }
  /// What kind of fault it is, which decides the exit code.
  var kind: FailureKind { get }
  /// The frame, from 0, when it concerns one.
  var frame: Int? { get }
  /// Why, without the file's name and without a full stop.
  var reason: Message { get }
  /// What the user can do, when that is known.
  var remedy: Message? { get }
}

/// The system's text for an error number.
package func describe(errno number: Int32) -> String {
  String(describing: Errno(rawValue: number))
}
