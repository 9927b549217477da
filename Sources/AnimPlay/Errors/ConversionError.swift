internal import Atlases
internal import CLibrary
internal import Confining
public import Messages
internal import OutputFiles
package import Reading
public import Stages
internal import SystemPackage

/// A failed conversion: the stage, the file, the frame, the reason and, if known, the remedy.
public struct ConversionError: Error, Sendable, CustomStringConvertible {
  /// What can go wrong, with its payload.
  public typealias Code = FailureCode

  /// Where it failed.
  public var stage: ConversionStage
  /// The kind of failure; decides a command's exit code.
  public var kind: FailureKind
  /// What went wrong, for programs. An app that shows its own text needs this and ``file`` alone.
  public var code: Code
  /// The name of the file that failed.
  public var file: String?
  /// The name of the input, if a different file failed.
  public var input: String?
  /// The frame, from 0, if one is concerned.
  public var frame: Int?
  /// The reason, without a full stop.
  public var reason: ConversionMessage
  /// The remedy.
  public var remedy: ConversionMessage?
  /// The original error: one thrown by a caller's own source, or a stage's own. ``code`` has its
  /// details; this is for logs.
  public var underlying: (any Error)?

  /// An error from a stage.
  ///
  /// - Parameter code: nil for the text that the kind alone gives.
  public init(
    stage: ConversionStage, kind: FailureKind, code: Code? = nil, file: String?, frame: Int? = nil,
    reason: ConversionMessage,
    remedy: ConversionMessage? = nil, underlying: (any Error)? = nil
  ) {
    self.stage = stage
    self.kind = kind
    self.code = code ?? Code(kind)
    self.file = file
    self.frame = frame
    self.reason = reason
    self.remedy = remedy
    self.underlying = underlying
  }

  /// `in.gif -> out.mp4`: the files concerned; nil if there are none.
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

  /// The error with the input's name, unless it is about the input itself or one of several inputs.
  package func naming(_ input: AnimationInput) -> ConversionError {
    var error = self
    if error.file == nil { error.file = input.name }
    let isAboutInput = error.file == input.name || input.parts.contains { $0.name == error.file }
    if !isAboutInput { error.input = input.name }
    return error
  }

  /// Adds the file to a stage's error. Errors that already name a file, or that do not come from a
  /// stage, stay unchanged.
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
        stage: failure.stage, kind: failure.kind, code: failure.code, file: file,
        frame: failure.frame,
        reason: failure.reason, remedy: failure.remedy ?? remedyOutside(failure, file: file),
        underlying: (failure as? any ProgramFailure)?.own ?? failure)
    }
    return ConversionError(
      stage: stage, kind: .internalFault, file: file, reason: "\(error)", underlying: error)
  }

  /// The remedy if the confinement of the process is the reason; see ``Confinement``.
  package static func remedyOutside(_ failure: any StageFailure, file: String?)
    -> ConversionMessage?
  {
    let place: (path: FilePath, errno: Int32, isWritten: Bool)
    switch (failure, file) {
    case (ReadingError.system(_, let errno), let file?): place = (FilePath(file), errno, false)
    case (WritingError.system(_, let errno), let file?): place = (FilePath(file), errno, true)
    case (OutputError.cannotCreate(let folder, let errno), _): place = (folder, errno, true)
    case (AtlasError.system(_, let name, let errno), let file?):
      place = (FilePath(file).removingLastComponent().pushing(FilePath(name)), errno, false)
    default: return nil
    }
    guard place.errno == EACCES || place.errno == EPERM else { return nil }
    return Confinement.remedy(for: place.path, writing: place.isWritten).map { "\($0)" }
  }

  /// Runs a step and adds the file to its error like ``wrapping(_:file:stage:)``.
  package static func telling<Value>(
    file: String?, _ stage: ConversionStage, _ body: () throws -> Value
  ) throws -> Value {
    do { return try body() } catch { throw wrapping(error, file: file, stage: stage) }
  }
}
