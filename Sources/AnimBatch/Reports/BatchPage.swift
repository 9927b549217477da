internal import SystemPackage

/// A run as a Markdown page, which continuous integration shows at the end of a job: totals,
/// failures first, then the outputs whose size changed most. At most 60,000 bytes, because GitHub
/// refuses summaries above a mebibyte and shows long ones slowly.
package struct BatchPage: Sendable {
  /// The largest number of listed outputs.
  private static let mostChanges = 10
  /// The largest number of listed failures.
  private static let mostFailures = 50
  /// The largest size of a cell in bytes.
  private static let mostCellBytes = 300

  private struct Change: Sendable {
    let output: FilePath
    let before: Int64
    let after: Int64

    var size: Int64 { abs(after - before) }
  }

  private var failures: [(input: FilePath, output: FilePath, text: String)] = []
  /// The outputs with the largest change, the largest first.
  private var changes: [Change] = []
  private var changeCount = 0
  private var inputBytes: Int64 = 0
  private var outputBytes: Int64 = 0
  private var milliseconds = 0

  package init() {}

  package mutating func count(_ record: BatchRecord) {
    milliseconds += record.milliseconds
    if let failure = record.failure, failures.count < Self.mostFailures {
      failures.append((record.input, record.output, failure.text))
    }
    guard record.status == .written else { return }
    inputBytes += record.inputByteCount ?? 0
    outputBytes += record.byteCount
    guard let before = record.previousByteCount, before != record.byteCount else { return }
    changeCount += 1
    let change = Change(output: record.output, before: before, after: record.byteCount)
    let place = changes.firstIndex { $0.size < change.size } ?? changes.count
    changes.insert(change, at: place)
    if changes.count > Self.mostChanges { changes.removeLast() }
  }

  /// The page, ending with a line end.
  ///
  /// - Parameter name: the name of the batch, for the heading.
  package func text(_ summary: BatchSummary, name: String) -> String {
    var lines = ["## animconv: \(Self.cell(name))", ""]
    lines += [
      "| written | unchanged | failed | not done | read | made | work |",
      "|--:|--:|--:|--:|--:|--:|--:|",
      "| \(summary.written) | \(summary.unchanged) | \(summary.failed) | \(summary.skipped) "
        + "| \(Self.bytes(inputBytes)) | \(Self.bytes(outputBytes)) | \(Self.seconds(milliseconds)) |",
    ]
    if !failures.isEmpty {
      lines += ["", "### Failures", "", "| input | output | reason |", "|---|---|---|"]
      for failure in failures {
        lines.append(
          "| \(Self.cell(failure.input.string)) | \(Self.cell(failure.output.string)) "
            + "| \(Self.cell(failure.text)) |")
      }
      if summary.failed > failures.count {
        lines += ["", "and \(summary.failed - failures.count) more"]
      }
    }
    if !changes.isEmpty {
      lines += [
        "", "### Largest changes", "", "| output | before | after | |", "|---|--:|--:|--:|",
      ]
      for change in changes {
        let sign = change.after > change.before ? "+" : "−"
        lines.append(
          "| \(Self.cell(change.output.string)) | \(Self.bytes(change.before)) "
            + "| \(Self.bytes(change.after)) | \(sign)\(Self.bytes(change.size)) |")
      }
      if changeCount > changes.count {
        lines += ["", "and \(changeCount - changes.count) smaller ones"]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Names are untrusted: nothing in them may act as Markdown or HTML or break the line, and long
  /// names are cut.
  static func cell(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if result.utf8.count >= mostCellBytes {
        result += "…"
        break
      }
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "\\", "`", "*", "_", "[", "]", "#", "~", "!", "$", "@":
        result += "&#\(character.value);"
      case _
      where character.properties.generalCategory == .control
        || character.properties.isBidiControl || character.value == 0x2028
        || character.value == 0x2029:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static func bytes(_ count: Int64) -> String {
    let digits = String(count)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return grouped + " B"
  }

  private static func seconds(_ milliseconds: Int) -> String {
    "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }
}
