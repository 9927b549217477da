internal import AnimConv
internal import ArgumentParser

/// Tells a user who mistyped a subcommand what was meant: `animconv inspekt a.gif` reads as the
/// conversion of a file named `inspekt`.
enum CommandHint {
  /// The error with a better remedy when the missing input looks like a subcommand.
  static func amend(_ error: ConversionError) -> ConversionError {
    guard error.kind == .missingInput, let file = error.file, let name = nearest(to: file) else {
      return error
    }
    var amended = error
    amended.remedy = "did you mean 'animconv \(name)'?"
    return amended
  }

  /// The subcommand that is at most two edits away from a word.
  static func nearest(to word: String) -> String? {
    let names =
      AnimConvCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      + ["help"]
    let best = names.map { ($0, distance($0, word)) }.min { $0.1 < $1.1 }
    return best.flatMap { $0.1 <= 2 ? $0.0 : nil }
  }

  /// How many letters must be inserted, removed or replaced (Levenshtein).
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let replaced = diagonal + (x == y ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
