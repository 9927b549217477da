internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads the lists of FFmpeg's concat demuxer as lists of images; the demuxer itself is never used
/// for them.
///
/// Only `ffconcat version 1.0`, `file` and `duration` are supported; a list with other directives
/// is refused, because its meaning would be lost. A last file without a duration that repeats the
/// previous one is not a frame: lists repeat it because the demuxer drops the last duration.
package enum FFConcat {
  static func read(_ bytes: [UInt8], limits: ReadingLimits) throws -> FrameList {
    var builder = FrameListBuilder(.ffconcat, limits: limits)
    for (index, line) in try TextLines(bytes, language: "ffconcat list").lines.enumerated() {
      let entry = "line \(index + 1)"
      func error(_ detail: String) -> AtlasError {
        .malformedEntry(format: .ffconcat, entry: entry, detail: detail)
      }
      let words = try split(line, error: error)
      guard let keyword = words.first else { continue }
      switch keyword {
      case "ffconcat":
        guard words == ["ffconcat", "version", "1.0"] else {
          throw AtlasError.unsupported(format: .ffconcat, detail: "a version other than 1.0")
        }
      case "file":
        guard words.count == 2 else { throw error("expected one name after file") }
        try builder.add(.init(file: words[1], delay: .missing))
      case "duration":
        guard words.count == 2, let delay = duration(words[1]) else {
          throw error("expected a time such as 0.07 or 00:00:01.5 after duration")
        }
        guard !builder.list.entries.isEmpty else { throw error("a duration before any file") }
        builder.setDelay(delay)
      default:
        throw AtlasError.unsupported(format: .ffconcat, detail: "the directive \(quoted(keyword))")
      }
    }
    let entries = builder.list.entries
    if let last = entries.last, last.delay == .missing, entries.count > 1,
      entries[entries.count - 2].file == last.file, entries[entries.count - 2].delay != .missing
    {
      builder.removeLast()
    }
    return try builder.list.checked()
  }

  /// The words of a line by FFmpeg's rules: text between apostrophes is literal, elsewhere a
  /// backslash escapes the next character, and `#` starts a comment at the start of a word.
  static func split(
    _ line: Substring, error: (String) -> AtlasError
  ) throws -> [String] {
    var words: [String] = []
    var word = ""
    var isInWord = false
    var isQuoted = false
    var characters = line.makeIterator()
    while let character = characters.next() {
      if isQuoted {
        if character == "'" { isQuoted = false } else { word.append(character) }
        continue
      }
      switch character {
      case "#" where !isInWord: return words
      case let space where space.isWhitespace:
        if isInWord { words.append(word) }
        word = ""
        isInWord = false
        continue
      case "'": isQuoted = true
      case "\\":
        guard let escaped = characters.next() else { throw error("a backslash at the end") }
        word.append(escaped)
      default: word.append(character)
      }
      isInWord = true
    }
    if isQuoted { throw error("an apostrophe is not closed") }
    return isInWord ? words + [word] : words
  }

  /// FFmpeg's times: `[[H:]M:]S[.fraction]`, or a number with `s`, `ms` or `us`.
  private static func duration(_ text: String) -> Delay? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      return text.contains("/") ? nil : .text(text, plainUnit: .seconds)
    }
    guard parts.count <= 3, let seconds = ExactDecimal(parts[parts.count - 1]) else { return nil }
    var whole: Int64 = 0
    for part in parts.dropLast() {
      guard let value = Int32(part), value >= 0 else { return nil }
      whole = whole * 60 + Int64(value)
    }
    guard case .declared(let ticks, let timebase)? = Delay.decimal(seconds, in: .seconds),
      whole * 60 < Delay.maxTextSeconds, timebase.numerator == 1
    else { return nil }
    let (sum, overflow) = (whole * 60 * timebase.denominator).addingReportingOverflow(ticks)
    return overflow ? nil : .declared(ticks: sum, timebase: timebase)
  }
}

extension FFConcat {
  /// The text of a list. The last file is repeated without a duration, because FFmpeg's demuxer
  /// drops the last duration. This function is the inverse of ``read(_:limits:)``.
  ///
  /// - Parameter list: with a file and a delay of whole microseconds for each entry.
  package static func text(_ list: FrameList) -> String {
    var text = "ffconcat version 1.0\n"
    for entry in list.entries {
      text += "file \(wordInApostrophes(entry.file ?? ""))\n"
      // Never fails: the plan has stored the delay in whole microseconds.
      if let time = entry.delay.time,
        let microseconds = try? time.ticks(in: Timebase(1, 1_000_000), rounding: .nearest)
      {
        text += "duration \(ExactDecimal(microseconds, exponent: -6))\n"
      }
    }
    if let last = list.entries.last { text += "file \(wordInApostrophes(last.file ?? ""))\n" }
    return text
  }
}
