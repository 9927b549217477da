internal import AnimConv
internal import Messages
internal import OutputFiles
internal import Stages
package import SystemPackage
internal import TextFormats
internal import Threads
internal import Writing

/// One record of the pictures of all outputs of a batch, in JSON lines: first a header, then for
/// each output the lines of its own record, which name the input and the picture's path.
///
/// It is made from the records in the folders, so outputs that were up to date are in it as well,
/// and an interrupted batch that is run again ends with the same bytes.
package final class GatheredFrames: Sendable {
  private let path: FilePath
  /// Ids of the units without a complete output.
  private let failed = GuardedState<Set<String>>([])

  static let formatName = "animconv-batch-frames"
  static let version = 1

  /// - Parameter path: the file of the record; paths in it are relative to its folder if possible.
  package init(_ path: FilePath) { self.path = path }

  /// Whether a unit's output has a record to gather.
  package static func contains(_ unit: BatchUnit) -> Bool {
    unit.conversion.writesFrameLines
  }

  /// Records how a unit ended.
  package func note(_ event: BatchEvent) {
    guard case .ended(let record) = event, record.status == .failed else { return }
    failed.withLock { _ = $0.insert(record.unit) }
  }

  /// Writes the record of the units of a plan, atomically.
  ///
  /// - Throws: ``ConversionError``.
  /// - Complexity: reads the record of every output; memory for one line.
  package func write(_ plan: BatchPlan) throws {
    var units = plan.units.makeIterator()
    try write { units.next() }
  }

  /// Writes the records of the units of a list.
  package func write(_ manifest: BatchManifest) throws {
    let units = manifest.units()
    try write { try units.next() }
  }

  private func write(_ nextUnit: () throws -> BatchUnit?) throws {
    let failed = failed.withLock { $0 }
    try Depfile.write(to: path) { append in
      try append(Array(Self.header.utf8))
      while let unit = try nextUnit() {
        guard Self.contains(unit), !failed.contains(unit.id) else { continue }
        let reader = try lines(of: unit)
        while let line = try reader.next() { try append(line) }
      }
    }
  }

  private static var header: String {
    let members = [
      ("format", jsonText(formatName)), ("version", "\(version)"), ("rule", jsonText("shown")),
      ("generator", jsonText("animconv \(AnimConvVersion.current)")),
    ]
    return "{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}\n"
  }

  private func lines(of unit: BatchUnit) throws -> GatheredLines {
    let folder = PathText.text(unit.output.relative(to: OutputFile.folder(of: path)))
    return try GatheredLines(
      unit.output.appending(FrameFilesOptions.ListFormat.jsonl.fileName),
      source: PathText.text(unit.input),
      folder: folder)
  }
}

/// The lines of one folder's record, as they appear in the record of the batch.
private struct GatheredLines {
  /// Keeps the file open.
  private let file: LineFile
  private let reader: LineReader
  /// The beginning of a line, and its replacement.
  private let opening: (old: [UInt8], new: [UInt8])

  init(_ file: FilePath, source: String, folder: String) throws {
    self.file = try LineFile(file)
    reader = self.file.reader()
    let member = "\"file\": "
    opening = (
      Array("{\(member)\"".utf8),
      Array("{\"source\": \(jsonText(source)), \(member)\(jsonText(folder).dropLast())/".utf8)
    )
    // The header.
    _ = try reader.next()
  }

  /// - Throws: ``BatchError`` for a line that does not describe a picture.
  func next() throws -> [UInt8]? {
    guard let line = try reader.next() else { return nil }
    guard line.isComplete, line.bytes.starts(with: opening.old) else {
      throw BatchError.malformed(
        file: file.name, detail: "line \(line.number) does not describe a picture",
        remedy: "run the batch again with \(SettingName("force", "BatchOptions.isForced"))")
    }
    return opening.new + line.bytes.dropFirst(opening.old.count) + [UInt8(ascii: "\n")]
  }
}
