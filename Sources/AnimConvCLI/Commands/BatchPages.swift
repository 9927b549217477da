internal import AnimBatch
internal import AnimConv
internal import AnimReport
internal import SystemPackage

/// The pages for a batch's outputs.
struct BatchPages {
  let units: [BatchUnit]
  let records: [BatchRecord]

  /// One for each finished unit, in batch order.
  private var items: [ReportFolder.Item] {
    let ended = Dictionary(records.map { ($0.unit, $0) }) { $1 }
    return units.compactMap { unit in
      guard let record = ended[unit.id] else { return nil }
      var entry = ReportIndex.Entry(
        source: record.input.string, output: record.output.string,
        isNew: record.status == .written)
      if let failure = record.failure {
        entry.failure = BatchText.text(for: failure, of: record.input)
      } else {
        entry.byteCount = record.byteCount
        entry.sourceByteCount = record.inputByteCount
        entry.previousByteCount = record.previousByteCount
      }
      return ReportFolder.Item(entry, unit.conversion, output: record.output)
    }
  }

  /// - Throws: `ConversionError`.
  func write(to folder: PathArgument, name: String, isQuiet: Bool) async throws {
    let items = items
    let line = CountLine(
      isShown: !isQuiet && Terminal.errorIsTerminal, count: items.count, "pages")
    defer { line.finish() }
    try await ReportFolder.write(items, name: name, to: folder.path) { line.show(done: $0) }
  }
}
