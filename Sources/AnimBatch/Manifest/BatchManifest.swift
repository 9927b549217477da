package import AnimConv
internal import OutputFiles
package import SystemPackage

/// A batch in the form of a list of conversions that is too long for memory: its lines are read
/// again whenever they are needed.
///
/// A line is a path, or an object such as `{"input": "a.gif", "output": "small/a.mp4", "settings":
/// {"scale": "64x-1"}, "preset": "web-hero"}`. Only the names of all lines are examined; a share
/// opens only the inputs that it converts. Memory holds eight bytes for each unit of the share, to
/// ensure that no two units write the same file.
package struct BatchManifest: Sendable {
  /// The share of the manifest that this run converts; nil if units were selected by id.
  package let share: BatchShard?
  /// The start of its report.
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
  ///   - outputs: the outputs for lines that specify none.
  ///   - folder: the folder of the outputs.
  ///   - reports: options that name files to write, with those files.
  /// - Throws: ``BatchError``.
  /// - Complexity: O(bytes); opens only the manifest.
  package init(
    _ path: FilePath, isNullSeparated: Bool = false, outputs: [BatchOutput], folder: FilePath,
    name: NameTemplate = .standard, presets: Preset.Library = Preset.Library(),
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

  /// Passes every unit of the share to `body`, in the order of the lines.
  ///
  /// - Throws: ``BatchError``, and errors of `body`.
  package func forEachUnit(_ body: (BatchUnit) throws -> Void) throws {
    let units = units()
    while let unit = try units.next() { try body(unit) }
  }

  /// Passes each unit with its approximate cost.
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

  /// The inputs whose output has this hash.
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
