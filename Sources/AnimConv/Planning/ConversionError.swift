public import Messages
internal import OutputFiles
internal import Reading
public import Stages
internal import SystemPackage

/// A conversion that failed: the stage, the file, the frame, the reason and, when it is known, the
/// remedy.
public struct ConversionError: Error, Sendable, CustomStringConvertible {
  /// Where it failed.
  public var stage: ConversionStage
  /// Which sort of failure; decides a command's exit code.
  public var kind: FailureKind
  /// The name of the file that it is about.
  public var file: String?
  /// The name of the input, when the file that it is about is another one.
  public var input: String?
  /// The frame, from 0, when it concerns one.
  public var frame: Int?
  /// Why, without a full stop.
  public var reason: Message
  /// What to do about it.
  public var remedy: Message?
  /// The error that this was made of: one that a source of the caller's own has thrown, or a stage's
  /// own. Where the type of the latter is public, its cases tell more than ``kind``; others are for
  /// logs.
  public var underlying: (any Error)?

  /// An error as a stage tells it.
  public init(
    stage: ConversionStage, kind: FailureKind, file: String?, frame: Int? = nil, reason: Message,
    remedy: Message? = nil, underlying: (any Error)? = nil
  ) {
    self.stage = stage
    self.kind = kind
    self.file = file
    self.frame = frame
    self.reason = reason
    self.remedy = remedy
    self.underlying = underlying
  }

  /// `in.gif -> out.mp4`: the files that it is about; nil when it is about none.
  public var files: String? {
    let names = [input, file].compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: " -> ")
  }

  /// `in.gif: reading: frame 3: reason; remedy`
  public var description: String {
    let text = Self.text(
      file: file, stage: stage.rawValue, frame: frame, reason: reason.description)
    let named = files.map { "\($0): \(text)" } ?? text
    return remedy.map { "\(named); \($0)" } ?? named
  }

  /// The error with the input, unless it is about that itself, or one of several.
  func naming(_ input: AnimationInput) -> ConversionError {
    var error = self
    if error.file == nil { error.file = input.name }
    let isAboutInput = error.file == input.name || input.parts.contains { $0.name == error.file }
    if !isAboutInput { error.input = input.name }
    return error
  }

  /// Names the file that a stage's error is about. An error that names one already, or that comes
  /// from no stage, keeps what it says.
  package static func wrapping(_ error: any Error, file: String?, stage: ConversionStage)
    -> ConversionError
  {
    if let error = error as? ConversionError { return error }
    if let named = error as? NamedFailure {
      return wrapping(named.error, file: named.file.string, stage: stage)
    }
    if let part = error as? PartFailure {
      return wrapping(part.error, file: part.name, stage: stage)
    }
    if error is CancellationError {
      return ConversionError(
        stage: stage, kind: .cancelled, file: file, reason: "cancelled", underlying: error)
    }
    if let failure = error as? any StageFailure {
      return ConversionError(
        stage: failure.stage, kind: failure.kind, file: file, frame: failure.frame,
        reason: failure.reason, remedy: failure.remedy,
        underlying: (failure as? CustomSourceError)?.own ?? failure)
    }
    return ConversionError(
      stage: stage, kind: .internalFault, file: file, reason: "\(error)", underlying: error)
  }

  /// Runs a step, and names the file that its error is about as ``wrapping(_:file:stage:)`` does.
  package static func telling<Value>(
    file: String?, _ stage: ConversionStage, _ body: () throws -> Value
  ) throws -> Value {
    do { return try body() } catch { throw wrapping(error, file: file, stage: stage) }
  }
}
