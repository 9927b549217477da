package import AnimConv
internal import CLibrary
internal import OutputFiles
package import SystemPackage
internal import TextFormats
internal import Threads

/// A batch that is a list of conversions, too long to be held: its lines are read again whenever
/// they are needed.
///
/// A line is a path, or an object such as `{"input": "a.gif", "output": "small/a.mp4", "settings":
/// {"scale": "64x-1"}, "preset": "web-hero"}`. Of all lines only the names are looked at; what a share
/// converts is all that it opens. Eight bytes are kept for each unit of the share, so that no two
/// write the same file.
package struct BatchManifest: Sendable {
  /// The share of the manifest that is done here; nil when units were chosen by their ids.
  package let share: BatchShard?
  /// How a report of it begins.
  package let reportStart: BatchReportStart

  private let file: LineFile
  private let parser: ManifestParser
  private let chosen: Set<String>?
  /// Hashes of the outputs of the share, sorted.
  private let targets: [UInt64]

  /// Reads the lines once.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - isNullSeparated: lines end with NUL and are paths, as `find -print0` writes them.
  ///   - outputs: what is made of inputs whose lines do not say otherwise.
  ///   - folder: of the outputs.
  ///   - reports: options that name files to be written, and those files.
  /// - Throws: ``BatchError``.
  /// - Complexity: O(bytes); opens the manifest only.
  package init(
    _ path: FilePath, isNullSeparated: Bool = false, outputs: [BatchOutput], folder: FilePath,
    name: NameTemplate = .standard, presets: PresetLibrary = PresetLibrary(),
    share: BatchShard = .whole, only ids: [String]? = nil,
    reports: [(option: String, path: FilePath)] = []
  ) throws(BatchError) {
    let file = try LineFile(path, separator: isNullSeparated ? 0 : UInt8(ascii: "\n"))
    let parser = ManifestParser(
      .init(outputs: outputs, folder: folder, name: name, presets: presets), file: file.name,
      holdsPathsOnly: isNullSeparated)
    self.file = file
    self.parser = parser
    self.share = ids == nil ? share : nil
    chosen = ids.map(Set.init)
    var survey = try ManifestSurvey(folder: folder, reports: reports, manifest: file)
    let reader = file.reader()
    var found: Set<String> = []
    while let line = try reader.next() {
      if line.bytes.isEmpty { continue }
      let name = try survey.note(line, parser)
      guard share.contains(name) else { continue }
      let item = try parser.item(line)
      for output in item.outputs {
        if let chosen {
          let id = BatchUnit.id(folder.pushing(output.target))
          guard chosen.contains(id) else { continue }
          found.insert(id)
        }
        try survey.take(output.target, of: item.input)
      }
    }
    if let unknown = ids?.first(where: { !found.contains($0) }) { throw .unknownUnit(unknown) }
    targets = try survey.sortedTargets { hash throws(BatchError) in
      try Self.units(hash, file, parser, share)
    }
    reportStart = BatchReportStart(
      batch: survey.digest(
        [folder.string, name.text] + outputs.map { BatchUnit.settingsDigest(of: $0) }),
      share: self.share, unitCount: targets.count, totalCount: survey.unitCount)
  }

  /// Hands over every unit of the share, in the order of the lines.
  ///
  /// - Throws: ``BatchError``; what `body` throws.
  package func forEachUnit(_ body: (BatchUnit) throws -> Void) throws {
    let units = units()
    while let unit = try units.next() { try body(unit) }
  }

  /// The same with what each will roughly cost.
  ///
  /// - Complexity: surveys every input of the share, on all processors.
  package func forEachEstimate(_ body: (EstimatedUnit) throws -> Void) throws {
    let units = units()
    while true {
      var some: [BatchUnit] = []
      while some.count < 256, let unit = try units.next() { some.append(unit) }
      if some.isEmpty { return }
      for unit in EstimatedUnit.all(some) { try body(unit) }
    }
  }

  func units() -> ManifestUnits {
    ManifestUnits(
      file.reader(), parser, share: share ?? .whole, chosen: chosen, targets: targets)
  }

  /// The inputs whose output has a hash.
  private static func units(
    _ hash: UInt64, _ file: LineFile, _ parser: ManifestParser, _ share: BatchShard
  ) throws(BatchError) -> [(input: FilePath, output: FilePath)] {
    var found: [(FilePath, FilePath)] = []
    let reader = file.reader()
    while let line = try reader.next() {
      if line.bytes.isEmpty { continue }
      guard share.contains(try parser.withInputName(of: line, { NameHash.of($0) })) else {
        continue
      }
      let item = try parser.item(line)
      for output in item.outputs
      where ManifestSurvey.hash(parser.defaults.folder.pushing(output.target)) == hash {
        found.append((item.input, parser.defaults.folder.pushing(output.target)))
      }
    }
    return found
  }
}

/// What one look at all lines of a manifest has found.
struct ManifestSurvey {
  /// Units of all lines.
  private(set) var unitCount = 0
  private var targets: [UInt64] = []
  /// Hashes of inputs that lie in the folder of the outputs, where an output may be written over
  /// them.
  private var inputsInFolder: [UInt64] = []
  private var lineHash: UInt64 = 0
  private let folder: FilePath
  private let folderPrefix: [UInt8]
  private let reports: [(option: String, path: FilePath, hash: UInt64)]

  init(
    folder: FilePath, reports: [(option: String, path: FilePath)], manifest: LineFile
  ) throws(BatchError) {
    self.folder = folder
    let normal = folder.lexicallyNormalized()
    folderPrefix = normal == "." || normal.isEmpty ? [] : PathText.bytes(of: normal) + [0x2F]
    self.reports = reports.map { ($0, $1, Self.hash($1)) }
    for (option, path) in reports {
      guard let status = FileStatus(of: path, followingLinks: true), status.isRegularFile,
        manifest.status?.isSameFile(as: status) == true
      else { continue }
      throw .reportInUse(
        option: option, file: path.string, by: "\(manifest.name), which is read")
    }
  }

  /// What compares paths: of their shortest form.
  static func hash(_ path: FilePath) -> UInt64 { NameHash.of(path.lexicallyNormalized()) }

  /// Notes a line of any share.
  ///
  /// - Returns: the hash of its input's name.
  mutating func note(
    _ line: LineReader.Line, _ parser: ManifestParser
  ) throws(BatchError) -> UInt64 {
    unitCount += try parser.unitCount(of: line)
    var isInside = false
    let prefix = folderPrefix
    let name = try parser.withInputName(of: line) { name in
      isInside =
        prefix.isEmpty
        || name.count > prefix.count
          && prefix.withUnsafeBytes { memcmp($0.baseAddress!, name.baseAddress!, prefix.count) }
            == 0
      return NameHash.of(name)
    }
    lineHash = NameHash.mixed(lineHash ^ NameHash.of(line.bytes))
    if isInside { inputsInFolder.append(name) }
    for report in reports where report.hash == name {
      throw .reportInUse(
        option: report.option, file: report.path.string, by: "an input in line \(line.number)")
    }
    return name
  }

  /// Notes an output of the share.
  mutating func take(_ target: FilePath, of input: FilePath) throws(BatchError) {
    let output = folder.pushing(target).lexicallyNormalized()
    if output == input.lexicallyNormalized() {
      throw .targetIsInput(target: output.string, from: input.string, input: input.string)
    }
    let hash = NameHash.of(output)
    for report in reports where report.hash == hash {
      throw .reportInUse(
        option: report.option, file: report.path.string, by: "\(output), which is an output")
    }
    targets.append(hash)
  }

  /// - Parameter units: finds the units whose output has a hash.
  /// - Throws: ``BatchError`` when two units would write the same file, or one an input.
  mutating func sortedTargets(
    _ units: (UInt64) throws(BatchError) -> [(input: FilePath, output: FilePath)]
  ) throws(BatchError) -> [UInt64] {
    targets.sort()
    for index in targets.indices.dropFirst() where targets[index] == targets[index - 1] {
      let found = try units(targets[index])
      for (number, first) in found.enumerated() {
        guard let second = found[(number + 1)...].first(where: { $0.output == first.output })
        else { continue }
        throw .sameTarget(
          target: first.output.string, first: first.input.string, second: second.input.string,
          byCase: false)
      }
    }
    for name in inputsInFolder where Self.contains(targets, name) {
      guard let found = try units(name).first else { continue }
      throw .targetIsInput(
        target: found.output.string, from: found.input.string, input: found.output.string)
    }
    return targets
  }

  /// A digest of all lines and of what holds for them.
  func digest(_ defaults: [String]) -> String {
    FileRecord.digest(
      of: (defaults + ["\(lineHash)", "\(unitCount)"]).joined(separator: "\n"))
  }

  static func contains(_ sorted: [UInt64], _ value: UInt64) -> Bool {
    var range = 0..<sorted.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if sorted[middle] == value { return true }
      range = sorted[middle] < value ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }
}

/// The units of a share of a manifest, read line by line.
final class ManifestUnits: UnitSource {
  private struct State {
    let reader: LineReader
    /// Of the last line, those that are not handed out yet, the last first.
    var waiting: [BatchUnit] = []
  }

  let unitCount: Int
  let origin = ""
  private let parser: ManifestParser
  private let share: BatchShard
  private let chosen: Set<String>?
  private let targets: [UInt64]
  private let state: GuardedState<State>
  /// Files besides the targets: further pages of sheets, data.
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

  /// The record that tells of an input's outputs: one of 65,536, so that ten million outputs have
  /// 150 in each, and a share, whose inputs have neighbouring hashes, needs few.
  static func recordFile(_ name: UInt64) -> FilePath {
    let digits = Array(PathText.hexadecimal([UInt8(name >> 56), UInt8(name >> 48 & 0xFF)]))
    return FilePath(".animconv-batch/\(String(digits[..<2]))/\(String(digits[2...])).jsonl")
  }
}

/// Carries out a share of a ``BatchManifest``, as ``BatchRunner`` does a plan.
package struct ManifestRunner: Sendable {
  package let manifest: BatchManifest
  private let options: BatchOptions
  private let records = RecordStore(capacity: 256)

  package init(_ manifest: BatchManifest, options: BatchOptions) {
    self.manifest = manifest
    self.options = options
  }

  /// Does what is to be done; ends early, with the units that are at work, when it is told to stop.
  ///
  /// - Throws: `CancellationError`; ``BatchError``.
  package func run(
    stop: BatchStop, shared: SharedCache? = nil,
    onEvent: @escaping @Sendable (BatchEvent) -> Void
  ) async throws -> BatchSummary {
    try await BatchWork(
      manifest.units(), options: options, records: records, stop: stop, shared: shared,
      onEvent: onEvent
    ).finish()
  }

  /// What a run would do with a unit: nothing, or make its output for a reason.
  ///
  /// - Throws: ``BatchError/cache(file:errno:)``.
  package func pendingReason(of unit: BatchUnit) throws(BatchError) -> String? {
    try records.pendingReason(of: unit, isForced: options.isForced)
  }
}
