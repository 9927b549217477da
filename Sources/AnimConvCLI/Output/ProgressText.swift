internal import AnimBatch
internal import TextFormats

/// Progress in a line that fits a terminal of 40 columns.
enum ProgressText {
  /// `120/600  48.2 fps  1.11 MB  ETA 0:10`, with a bar in front if there is room. Otherwise the
  /// least important parts are omitted first.
  ///
  /// - Parameters:
  ///   - noun: the items that are counted, for the start of the line; nil for frames.
  ///   - elapsed: since the start. The rate is omitted at first, because it does not predict the
  ///     rest.
  ///   - bytes: so far; nil if unknown.
  ///   - columns: the available columns.
  static func line(
    _ noun: String? = nil, done: Int, total: Int, elapsed: Duration, bytes: Int64? = nil,
    columns: Int
  ) -> String {
    let milliseconds = max(1, elapsed.wholeMilliseconds)
    let count = (noun.map { "\($0) " } ?? "") + "\(done)/\(total)"
    let tenths = done * 10_000 / milliseconds
    let isKnown = done == 0 || done >= total || done > 1 && milliseconds >= leastMilliseconds
    let speed = isKnown ? "\(tenths / 10).\(tenths % 10) fps" : nil
    let size = bytes.flatMap { $0 > 0 ? byteText($0) : nil }
    let left = done == 0 || !isKnown ? nil : remaining((total - done) * milliseconds / done / 1000)
    let forms = [[count, speed, size, left], [count, speed, left], [count, left], [count]].map {
      $0.compactMap(\.self).joined(separator: "  ")
    }
    let text = forms.first { $0.count <= columns } ?? count
    // A bar that leaves no room for a rate would disappear as soon as there is a rate.
    guard isKnown, let bar = bar(done, of: total, columns: columns - text.count - 2) else {
      return text
    }
    return "\(bar)  \(text)"
  }

  /// Before a rate is shown.
  private static let leastMilliseconds = 500

  /// `[########--------]  50%`; nil without room.
  private static func bar(_ done: Int, of total: Int, columns: Int) -> String? {
    let cells = min(24, columns - 8)
    guard cells >= 8, total > 0 else { return nil }
    let full = min(cells, done * cells / total)
    let percent = "\(min(100, done * 100 / total))%"
    return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: cells - full)
      + "] " + String(repeating: " ", count: 4 - percent.count) + percent
  }

  /// The estimated remaining time: `ETA 0:10`, `ETA 3:05:00`.
  static func remaining(_ seconds: Int) -> String { "ETA \(clockText(seconds: seconds))" }

  /// A text cut to this many columns, ending with three dots.
  ///
  /// Hangul and later characters count as two columns.
  static func fitted(_ text: String, columns: Int) -> String {
    func width(_ character: Character) -> Int {
      character.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1
    }
    if text.reduce(0, { $0 + width($1) }) <= columns { return text }
    var cut = ""
    var room = columns - 3
    for character in text {
      room -= width(character)
      if room < 0 { break }
      cut.append(character)
    }
    return cut + String(repeating: ".", count: min(3, max(0, columns)))
  }

  /// A name next to its figures, within this many columns; the figures are aligned.
  static func line(name: String, figures: String, columns: Int) -> String {
    let room = columns - figures.count - 2
    guard room >= 8 else { return fitted(figures, columns: columns) }
    let shown = fitted(name, columns: min(room, 32))
    return shown + String(repeating: " ", count: max(2, min(room, 32) - shown.count + 2)) + figures
  }
}
