internal import AnimConv
public import Messages
internal import OutputFiles
internal import Stages
public import SystemPackage

/// What became of one unit of a batch.
public struct BatchRecord: Sendable {
  public enum Status: String, Sendable, Hashable {
    /// The output was made.
    case written
    /// Nothing had changed since it was made.
    case unchanged
    case failed
  }

  /// Why a unit failed.
  public struct Failure: Sendable, Hashable {
    /// The exit code of a single conversion that fails like this (`sysexits.h`).
    public let exitCode: Int32
    public let stage: String
    /// The file that it is about, as text.
    public let file: String
    public let frame: Int?
    public let reason: Message
    public let remedy: Message?

    /// Whether the same run may do better at another time: the disk was full, a file was just
    /// being written. Damaged inputs stay damaged.
    public var isTemporary: Bool { exitCode == FailureKind.inputOutput.exitCode }

    /// Stage, frame, reason and remedy for people, with settings as the command line names them.
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
  /// Frames of the output; nil when it was not made.
  public let frames: Int?
  /// Every file that the output is, or the folder.
  public let outputs: [FilePath]
  /// Every file that was read for it.
  public let inputs: [FilePath]
  public let byteCount: Int64
  let remarks: UnitRemarks
  public let milliseconds: Int
  /// Bytes of every file that was read for it; nil when it was not made.
  public let inputByteCount: Int64?
  /// Bytes of the output that an earlier run made; nil when none is known.
  public internal(set) var previousByteCount: Int64?
  /// What it cost; nil when there was nothing to do.
  public let cost: BatchCost?
  /// Whether the output came from a cache that machines share.
  public internal(set) var isFromCache = false
  /// What the record beside the outputs says, so that it can be made from reports.
  let entry: BatchEntry?
  /// The folder of the outputs.
  let folder: FilePath
  /// The record beside the outputs, inside the folder.
  let recordFile: FilePath
}

extension BatchRecord {
  /// What was wrong with the input and was tolerated.
  public var warnings: [String] { remarks.warnings }

  /// What the output shows in another way than the input, and what else a single conversion tells: times
  /// that move, transparency that is flattened, a side that is padded.
  public var notes: [Message] { remarks.notes }

  /// - Parameter error: the reason of a failure; the unit's input stands for a file that it lacks.
  init(_ unit: BatchUnit, failure error: ConversionError, milliseconds: Int, cost: BatchCost?) {
    self.init(
      unit: unit.id, input: unit.input, output: unit.output, status: .failed,
      failure: Failure(
        exitCode: error.kind.exitCode, stage: error.stage.rawValue,
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
