internal import AnimConv
package import SystemPackage
internal import TextFormats

/// The expected units of a batch, against which reports are checked: a plan, or a list from `--list
/// --json`.
package struct BatchExpectation {
  private enum Units {
    case plan(BatchPlan)
    case list(LineFile)
  }

  private let units: Units

  package init(_ plan: BatchPlan) {
    units = .plan(plan)
  }

  /// - Throws: ``BatchError/unreadable(file:reason:isMissing:)``.
  package init(list: FilePath) throws(BatchError) {
    units = .list(try LineFile(list))
  }

  /// Compares reports with the expected units.
  ///
  /// - Parameter onMissing: called for each unit that must be done again, with a JSON line that
  ///   names it.
  /// - Returns: the number of units without a report.
  /// - Throws: ``BatchError/differentBatches(file:other:)`` if reports belong to another batch;
  ///   ``BatchError``.
  /// - Complexity: O(units).
  package func check(
    _ merge: BatchMerge, onMissing: (_ line: String) -> Void
  ) throws(BatchError) -> Int {
    var known = 0
    var untold = 0
    func look(at unit: String, line: () -> String) {
      if merge.tells(of: unit) { known += 1 } else { untold += 1 }
      if merge.lacks(unit) { onMissing(line()) }
    }
    switch units {
    case .plan(let plan):
      if let start = merge.start, start.batch != plan.reportStart.batch {
        throw .differentBatches(file: "the reports", other: "the plan")
      }
      for unit in plan.units { look(at: unit.id) { unit.line } }
    case .list(let file):
      let reader = file.reader()
      while let line = try reader.next() {
        if line.bytes.isEmpty { continue }
        // Reported below, with the line number.
        guard let json = try? JSONReader.read(Array(line.bytes)), let unit = json["unit"]?.string
        else {
          throw .malformed(
            file: file.name, detail: "line \(line.number): expected an object with 'unit'",
            remedy: nil)
        }
        look(at: unit) { String(decoding: line.bytes, as: UTF8.self) + "\n" }
      }
    }
    if known < merge.unitCount {
      throw .differentBatches(file: "the reports", other: "the plan")
    }
    return untold
  }
}

/// Ids of units in a file, one per line, as text or as `unit` of an object.
package enum UnitList {
  /// - Throws: ``BatchError``.
  package static func read(_ path: FilePath) throws(BatchError) -> [String] {
    let file = try LineFile(path)
    var ids: [String] = []
    let reader = file.reader()
    while let line = try reader.next() {
      let text = String(decoding: line.bytes, as: UTF8.self)
      if text.isEmpty { continue }
      if !text.hasPrefix("{") {
        ids.append(text)
        continue
      }
      // Reported below, with the line number.
      guard let json = try? JSONReader.read(Array(line.bytes)), let unit = json["unit"]?.string
      else {
        throw .malformed(
          file: file.name, detail: "line \(line.number): expected an object with 'unit'",
          remedy: nil)
      }
      ids.append(unit)
    }
    return ids
  }
}
