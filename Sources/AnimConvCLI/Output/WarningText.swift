internal import AnimConv

/// Warnings as text: the same warning for many frames is one line.
enum WarningText {
  /// The largest number of lines; further ones are counted.
  static let maxLines = 10

  static func lines(_ warnings: [ReadingWarning]) -> [String] {
    var lines = warnings.prefix(maxLines).map { warning in
      ConversionError.text(frame: warning.frame, warning.detail)
    }
    if warnings.count > maxLines { lines.append("and \(warnings.count - maxLines) more") }
    return lines
  }
}
