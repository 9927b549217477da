internal import AnimConv
internal import OutputFiles
internal import SystemPackage
internal import TextFormats
internal import Threads

/// The units of a share of a manifest, read line by line.
final class ManifestUnits: UnitSource {
  private struct State {
    let reader: LineReader
    /// The remaining units of the last line, in reverse order.
    var waiting: [BatchUnit] = []
  }

  let unitCount: Int
  let origin = ""
  private let parser: ManifestParser
  private let share: BatchShard
  private let chosen: Set<String>?
  private let targets: [UInt64]
  private let state: GuardedState<State>
  /// Files in addition to the targets: further pages of sheets, and data files.
  private let furtherFiles = GuardedState<[UInt64: String]>([:])

  init(
    _ reader: sending LineReader, _ parser: ManifestParser, share: BatchShard,
    chosen: Set<String>?, targets: [UInt64]
  ) {
    self.parser = parser
    self.share = share
    self.chosen = chosen
    self.targets = targets
    unitCount = targets.count
    state = GuardedState(State(reader: reader))
  }

  func next() throws(BatchError) -> BatchUnit? {
    let result: Result<BatchUnit?, BatchError> = state.withLock { state in
      do throws(BatchError) {
        while state.waiting.isEmpty {
          guard let line = try state.reader.next() else { return .success(nil) }
          if !line.bytes.isEmpty { state.waiting = try units(line).reversed() }
        }
        return .success(state.waiting.removeLast())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func units(_ line: LineReader.Line) throws(BatchError) -> [BatchUnit] {
    let name = try parser.withInputName(of: line) { NameHash.of($0) }
    guard share.contains(name) else { return [] }
    let item = try parser.item(line)
    let recordFile = Self.recordFile(name)
    var units: [BatchUnit] = []
    for output in item.outputs {
      if let chosen, !chosen.contains(BatchUnit.id(parser.defaults.folder.pushing(output.target))) {
        continue
      }
      units.append(
        try BatchUnit(
          output.output, of: item.input, folder: parser.defaults.folder, target: output.target,
          recordFile: recordFile, settingsDigest: output.settingsDigest))
    }
    return units
  }

  func claim(_ path: FilePath, for unit: BatchUnit) -> String? {
    if path == unit.output { return nil }
    let hash = ManifestSurvey.hash(path)
    if ManifestSurvey.contains(targets, hash) { return "of another line" }
    return furtherFiles.withLock { files in
      if let owner = files[hash], owner != unit.id { return owner }
      files[hash] = unit.id
      return nil
    }
  }

  func input(thatReads file: FileStatus, for unit: BatchUnit) -> FilePath? {
    FileStatus(of: unit.input, followingLinks: true)?.isSameFile(as: file) == true
      ? unit.input : nil
  }

  /// The record that holds an input's outputs. There are 65,536 records, so ten million outputs
  /// give about 150 entries in each. A share needs only a few of them, because its inputs have
  /// neighbouring hashes.
  static func recordFile(_ name: UInt64) -> FilePath {
    let digits = Array(ContentDigest.hexadecimal([UInt8(name >> 56), UInt8(name >> 48 & 0xFF)]))
    return FilePath(".animconv-batch/\(String(digits[..<2]))/\(String(digits[2...])).jsonl")
  }
}
