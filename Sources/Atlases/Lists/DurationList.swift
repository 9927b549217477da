internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads durations from text: one line per frame, with either a duration, or a file and a duration
/// separated by a comma, semicolon or tab.
///
/// A duration without a unit is in milliseconds; `70ms`, `0.07s`, `7cs`, `7/100` (of a second) and
/// apngasm's `delay=7/100` are supported. Fields may be in quotation marks. Empty lines, lines that
/// start with `#`, and a first line of column names are skipped. Either every line names a file or
/// none does.
enum DurationList {
  static func read(_ bytes: [UInt8], limits: ReadingLimits) throws -> FrameList {
    var builder = FrameListBuilder(.durations, limits: limits)
    var isHeaderPossible = true
    for (index, line) in try TextLines(bytes, language: "list of durations").lines.enumerated() {
      let text = trimmed(line)
      if text.isEmpty || text.hasPrefix("#") { continue }
      defer { isHeaderPossible = false }
      let fields = split(text)
      guard let fields, (1...2).contains(fields.count), let delay = delay(fields[fields.count - 1])
      else {
        if isHeaderPossible, let fields, isHeader(fields) { continue }
        throw AtlasError.malformedEntry(
          format: .durations, entry: "line \(index + 1)",
          detail: "expected a duration such as 70 or 0.07s, or a file and a duration")
      }
      let entry = FrameList.Entry(file: fields.count == 2 ? fields[0] : nil, delay: delay)
      if let first = builder.list.entries.first, (first.file == nil) != (entry.file == nil) {
        throw AtlasError.malformedEntry(
          format: .durations, entry: "line \(index + 1)",
          detail: "either every line names a file or none does")
      }
      try builder.add(entry)
    }
    return try builder.list.checked()
  }

  private static func delay(_ field: String) -> Delay? {
    let value = field.hasPrefix("delay=") ? field.dropFirst(6) : field[...]
    return .text(trimmed(value), plainUnit: .milliseconds)
  }

  private static func isHeader(_ fields: [String]) -> Bool {
    let known = ["duration", "delay", "time", "file", "filename", "frame", "name"]
    return fields.allSatisfy { field in known.contains { field.lowercased().hasPrefix($0) } }
  }

  /// The fields of a line; nil for an unclosed quotation mark.
  private static func split(_ line: String) -> [String]? {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var wasQuote = false
    for character in line {
      if character == "\"" {
        // Two quotation marks inside a quoted field are one.
        if wasQuote, !isQuoted { field.append("\"") }
        isQuoted.toggle()
        wasQuote = !isQuoted
        continue
      }
      wasQuote = false
      if !isQuoted, character == "," || character == ";" || character == "\t" {
        fields.append(trimmed(field))
        field = ""
        guard fields.count < 16 else { return nil }
      } else {
        field.append(character)
      }
    }
    return isQuoted ? nil : fields + [trimmed(field)]
  }
}
