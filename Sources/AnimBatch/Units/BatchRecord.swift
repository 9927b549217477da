internal import AnimConv
public import Messages
internal import OutputFiles
internal import Stages
public import SystemPackage

/// The result of one unit of a batch.
public struct BatchRecord: Sendable {
  public enum Status: String, Sendable, Hashable {
    /// The output was written.
    case written
    /// The output was up to date.
    case unchanged
    case failed
  }

  /// Why a unit failed.
  public struct Failure: Sendable, Hashable {
    /// The exit code of a single conversion with this failure (`sysexits.h`).
    public let exitCode: Int32
    /// ``FailureCode/name``: `damaged`, `no-space`.
    public let code: String
    public let stage: String
    /// The file concerned, as text.
    public let file: String
    public let frame: Int?
    public let reason: ConversionMessage
    public let remedy: ConversionMessage?

    /// Whether the same run may succeed later: the disk was full, or a file was being written.
    /// Damaged inputs stay damaged.
    public var isTemporary: Bool { exitCode == FailureKind.inputOutput.exitCode }

    /// Stage, frame, reason and remedy as text, with settings named like options.
    package var text: String {
      let text = ConversionError.text(
        file: file, stage: stage, frame: frame, reason: reason.text(.options))
      return remedy.map { "\(text); \($0.text(.options))" } ?? text
    }
  }

  /// Of the ``BatchUnit``.
  public let unit: String
  public let input: FilePath
  public let output: FilePath
  public let status: Status
  public let failure: Failure?
  /// Frames of the output; nil if it was not written.
  public let frames: Int?
  /// Every file of the output, or the folder.
  public let outputs: [FilePath]
  /// Every file that was read.
  public let inputs: [FilePath]
  public let byteCount: Int64
  let remarks: UnitRemarks
  public let milliseconds: Int
  /// Bytes of every file that was read; nil if the output was not written.
  public let inputByteCount: Int64?
  /// Bytes of an earlier run's output; nil if unknown.
  public internal(set) var previousByteCount: Int64?
  /// The cost; nil if the output was up to date.
  public let cost: BatchCost?
  /// Whether the output came from a shared cache.
  public internal(set) var isFromCache = false
  /// The record next to the outputs, from which it can be rebuilt.
  let entry: BatchEntry?
  /// The folder of the outputs.
  let folder: FilePath
  /// The record's path inside the folder.
  let recordFile: FilePath
}

extension BatchRecord {
  /// Damage in the input that was tolerated.
  public var warnings: [String] { remarks.warnings }

  /// Differences between input and output, and other notes of a single conversion: moved
  /// boundaries, flattened transparency, a padded side.
  public var notes: [ConversionMessage] { remarks.notes }

  /// - Parameter error: the reason of a failure; if it names no file, the unit's input is used.
  init(_ unit: BatchUnit, failure error: ConversionError, milliseconds: Int, cost: BatchCost?) {
    self.init(
      unit: unit.id, input: unit.input, output: unit.output, status: .failed,
      failure: Failure(
        exitCode: error.kind.exitCode, code: error.code.name, stage: error.stage.rawValue,
        file: error.file ?? unit.input.string, frame: error.frame, reason: error.reason,
        remedy: error.remedy),
      frames: nil, outputs: [], inputs: [unit.input], byteCount: 0, remarks: UnitRemarks(),
      milliseconds: milliseconds, inputByteCount: nil, cost: cost, entry: nil,
      folder: unit.folder, recordFile: unit.recordFile)
  }

  init(
    _ unit: BatchUnit, _ status: Status, entry: BatchEntry, frames: Int?, remarks: UnitRemarks,
    milliseconds: Int, cost: BatchCost?
  ) {
    let base = OutputFile.folder(of: unit.input)
    self.init(
      unit: unit.id, input: unit.input, output: unit.output, status: status, failure: nil,
      frames: frames, outputs: entry.outputs.map { unit.folder.pushing($0.path) },
      inputs: entry.inputs.map {
        base == "." ? $0.path : base.pushing($0.path)
      }, byteCount: entry.byteCount, remarks: remarks,
      milliseconds: milliseconds,
      inputByteCount: entry.inputs.reduce(0) { $0 + $1.file.stamp.byteCount }, cost: cost,
      entry: entry, folder: unit.folder, recordFile: unit.recordFile)
  }
}
