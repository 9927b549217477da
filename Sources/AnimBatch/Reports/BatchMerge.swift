internal import AnimConv
internal import Messages
internal import OutputFiles
package import SystemPackage
internal import TextFormats

/// Merges the reports of several runs, of shares or of repetitions, and determines what is missing.
///
/// Only the positions of records are kept, about 150 bytes per unit; records are read again on
/// demand.
package struct BatchMerge: Sendable {
  /// Why a report is incomplete.
  package struct Gap: Sendable, Hashable {
    package let report: String
    package let reason: String
  }

  /// The position of a unit's record, and its result.
  private struct Place {
    var report: Int
    var offset: Int64
    var count: Int
    var status: BatchRecord.Status
    var isTemporary: Bool
    var output: [UInt8]
    var input: UInt64
  }

  /// The batch of the records; nil until a report was read.
  package private(set) var start: BatchReportStart?
  /// Incomplete reports. Other reports may cover their units: see ``missingCount``.
  package private(set) var gaps: [Gap] = []
  private var files: [LineFile] = []
  private var places: [String: Place] = [:]
  /// The divisions of the reports, if they are divided. Divisions of several sizes may occur if a
  /// batch was repeated.
  private var shares: [Int: Set<Int>] = [:]
  private var startedIn = ""

  package init() {}

  /// Adds a report. If a unit already has a record, the better one is kept: a success over a
  /// failure, otherwise the later one.
  ///
  /// - Throws: ``BatchError/notAReport(file:line:)``, ``BatchError/unreadable(file:reason:isMissing:)``,
  ///   ``BatchError/differentBatches(file:other:)``,
  ///   ``BatchError/sameTarget(target:first:second:byCase:)``.
  /// - Complexity: O(bytes).
  package mutating func add(_ path: FilePath) throws(BatchError) {
    let file = try LineFile(path)
    files.append(file)
    var section: Section?
    var isEmpty = true
    let reader = file.reader()
    while let line = try reader.next() {
      if line.bytes.isEmpty { continue }
      isEmpty = false
      // Reported below, with the line number.
      guard let json = try? JSONReader.read(Array(line.bytes)) else {
        // The last line of a run that was killed.
        if !line.isComplete {
          note(file, "it is cut off in line \(line.number)")
          section = nil
          continue
        }
        throw .notAReport(file: file.name, line: line.number)
      }
      if let start = BatchReportStart(json) {
        if let section { note(file, section.lack) }
        try begin(start, in: file)
        section = Section(start)
      } else if let end = BatchReportEnd(json) {
        guard section != nil else { throw .notAReport(file: file.name, line: line.number) }
        section!.end = end
        if let lack = section!.lackAtEnd { note(file, lack) }
        section = nil
      } else if section != nil, let record = BatchRecord(json) {
        section!.units.insert(record.unit)
        try take(record, line)
      } else {
        throw .notAReport(file: file.name, line: line.number)
      }
    }
    if isEmpty { note(file, "it is empty") }
    if let section { note(file, section.lack) }
  }

  /// Units of the batch; nil until a report was read.
  package var totalCount: Int? { start?.totalCount }

  /// Units without a report; nil if not even their number is known.
  package var missingCount: Int? { totalCount.map { $0 - places.count } }

  /// Shares without a report, such as `2, 5-7 of 200`; nil if there are none, or if the batch was
  /// not divided.
  package var missingShares: String? {
    guard missingCount != 0, let (count, present) = shares.max(by: { $0.key < $1.key }),
      count > 1
    else { return nil }
    let missing = (1...count).filter { !present.contains($0) }
    return missing.isEmpty ? nil : "\(Self.ranges(missing)) of \(count)"
  }

  /// The number of units for each result.
  package var summary: BatchSummary {
    places.values.reduce(into: BatchSummary()) { summary, place in
      switch place.status {
      case .written: summary.written += 1
      case .unchanged: summary.unchanged += 1
      case .failed:
        summary.failed += 1
        if place.isTemporary { summary.failedTemporarily += 1 }
      }
    }
  }

  /// Whether a unit must be done again: it has no report, or it failed temporarily.
  package func lacks(_ unit: String) -> Bool { places[unit]?.isTemporary ?? true }

  /// Whether a report contains a unit.
  package func tells(of unit: String) -> Bool { places[unit] != nil }

  /// The number of units in reports.
  package var unitCount: Int { places.count }

  /// Passes one record for each unit, with its line, in the order of the outputs' names.
  ///
  /// - Throws: ``BatchError/unreadable(file:reason:isMissing:)``, and errors of `body`.
  /// - Complexity: O(n log n) for n units; reads every record once more.
  package func forEachRecord(_ body: (BatchRecord, _ line: [UInt8]) throws -> Void) throws {
    let order = places.values.sorted { $0.output.lexicographicallyPrecedes($1.output) }
    for place in order {
      let file = files[place.report]
      let line = try file.bytes(at: place.offset, count: place.count)
      guard let json = try? JSONReader.read(line), let record = BatchRecord(json) else {
        throw BatchError.unreadable(
          file: file.name, reason: "it was changed while it was read", isMissing: false)
      }
      try body(record, line + [UInt8(ascii: "\n")])
    }
  }

  /// Stores the reported records in the outputs' folders after outputs from several machines were
  /// collected there, so that a batch into them finds them up to date.
  ///
  /// - Returns: the number of recorded outputs.
  /// - Throws: ``BatchError``.
  package func record(in folder: FilePath) throws -> Int {
    let store = RecordStore(capacity: 256)
    var count = 0
    try forEachRecord { record, _ in
      guard let entry = record.entry else { return }
      let cache = try store.cache(folder, record.recordFile)
      guard cache.entry(for: entry.target) != entry else { return }
      try cache.record(entry)
      count += 1
    }
    return count
  }

  // MARK: -

  /// A report from its first to its last line; a file may contain several.
  private struct Section {
    let start: BatchReportStart
    var units: Set<String> = []
    var end: BatchReportEnd?

    init(_ start: BatchReportStart) { self.start = start }

    private var name: String { start.share.map { "share \($0)" } ?? "the chosen units" }

    /// The problem if the last line is missing.
    var lack: String {
      "\(name): it has no end: \(units.count) of \(start.unitCount) units"
    }

    /// Why a report is incomplete although it has a last line; nil if it is complete.
    var lackAtEnd: String? {
      if units.count == start.unitCount { return nil }
      let told = "\(units.count) of \(start.unitCount) units"
      guard let cause = end?.cause else { return "\(name): records are missing: \(told)" }
      return "\(name): stopped by \(cause): \(told)"
    }
  }

  private mutating func note(_ file: LineFile, _ reason: String) {
    gaps.append(Gap(report: file.name, reason: reason))
  }

  private mutating func begin(
    _ start: BatchReportStart, in file: LineFile
  ) throws(BatchError) {
    if let share = start.share { shares[share.count, default: []].insert(share.number) }
    guard let known = self.start else {
      self.start = BatchReportStart(
        batch: start.batch, share: .whole, unitCount: start.totalCount,
        totalCount: start.totalCount)
      startedIn = file.name
      return
    }
    guard known.batch == start.batch, known.totalCount == start.totalCount else {
      throw .differentBatches(file: file.name, other: startedIn)
    }
  }

  private mutating func take(
    _ record: BatchRecord, _ line: LineReader.Line
  ) throws(BatchError) {
    let place = Place(
      report: files.count - 1, offset: line.offset, count: line.bytes.count,
      status: record.status, isTemporary: record.failure?.isTemporary ?? false,
      output: PathText.bytes(of: record.output), input: NameHash.of(record.input))
    if let other = places[record.unit] {
      guard other.output == place.output, other.input == place.input else {
        let bytes = try files[other.report].bytes(at: other.offset, count: other.count)
        let first = (try? JSONReader.read(bytes)).flatMap { BatchRecord($0) }
        throw .sameTarget(
          target: record.output.string, first: first?.input.string ?? "another input",
          second: record.input.string, byCase: false)
      }
      if other.status != .failed, record.status == .failed { return }
    }
    places[record.unit] = place
  }

  /// `2, 5-7`
  private static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
