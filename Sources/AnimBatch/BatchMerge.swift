internal import AnimConv
internal import Messages
internal import Reading
internal import Stages
package import SystemPackage
internal import TextFormats

/// The reports of several runs, of shares or of repetitions, as one.
package struct BatchMerge: Sendable {
  /// One record for each unit, in the order of the outputs' names.
  package private(set) var records: [BatchRecord] = []

  package init() {}

  /// Takes a report. Of a unit that is there already the better record stays: one with an output
  /// over a failure, else the one that came later.
  ///
  /// - Throws: ``BatchError/notAReport(file:line:)``, ``BatchError/unreadable(file:reason:isMissing:)``.
  package mutating func add(_ path: FilePath) throws(BatchError) {
    let bytes: [UInt8]
    do {
      bytes = try openFile(path, limits: ReadingLimits()).allBytes(limit: .max)
    } catch ReadingError.notFound {
      throw .unreadable(file: path.string, reason: "there is no such file", isMissing: true)
    } catch {
      let reason = (error as? any StageFailure)?.reason ?? "\(error)"
      throw .unreadable(file: path.string, reason: reason, isMissing: false)
    }
    var found = Dictionary(records.map { ($0.unit, $0) }, uniquingKeysWith: { $1 })
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty {
      // Said below, with the line.
      guard let json = try? JSONReader.read(Array(line)), let record = BatchRecord(json) else {
        // The last line of a run that was killed.
        if number == lines.count - 1 { break }
        throw .notAReport(file: path.string, line: number + 1)
      }
      if let other = found[record.unit], other.status != .failed, record.status == .failed {
        continue
      }
      found[record.unit] = record
    }
    records = found.values.sorted {
      PathText.bytes(of: $0.output).lexicographicallyPrecedes(PathText.bytes(of: $1.output))
    }
  }

  /// How many ended how.
  package var summary: BatchSummary {
    records.reduce(into: BatchSummary()) { $0.count($1) }
  }

  /// Records in a folder what the reports tell of outputs that were brought together there from
  /// several machines, so that a batch into it finds them done.
  ///
  /// - Returns: how many outputs were recorded.
  /// - Throws: ``BatchError/cache(file:errno:)``.
  package func record(in folder: FilePath) throws(BatchError) -> Int {
    let cache = try BatchCache(folder)
    var count = 0
    for record in records {
      guard let entry = record.entry, cache.entry(for: entry.target) != entry else { continue }
      try cache.record(entry)
      count += 1
    }
    return count
  }
}
