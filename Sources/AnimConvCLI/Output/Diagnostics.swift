internal import AnimConv
internal import ArgumentParser

/// Errors and warnings as the one line each that people read.
enum Diagnostics {
  /// `animconv: FILE: STAGE: frame N: reason; remedy`, or `IN -> OUT` for an output's file.
  static func line(for error: ConversionError) -> String {
    let text = ConversionError.text(
      file: error.file, stage: error.stage.rawValue, frame: error.frame,
      reason: error.reason.text(.options))
    let line = (["animconv"] + [error.files, text].compactMap(\.self)).joined(separator: ": ")
    return printable(error.remedy.map { "\(line); \($0.text(.options))" } ?? line)
  }

  static func line(warning: String, file: String) -> String {
    "animconv: " + text(warning: warning, file: file)
  }

  /// The same without the command's name.
  static func text(warning: String, file: String) -> String {
    "\(printable(file)): warning: \(printable(warning))"
  }

  /// A usage error of the argument parser, folded to one line.
  ///
  /// - Parameter help: the command that tells more.
  static func line(usage message: String, help: String) -> String {
    "animconv: usage: \(printable(folded(message))); see \(help)"
  }

  /// A text of several lines as one line.
  static func folded(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline)
      .map { $0.trimmingPrefix(while: \.isWhitespace) }
      .joined(separator: " ")
  }

  /// Text that cannot move a terminal's cursor or break a line: control characters and bytes that
  /// are not UTF-8 are written as `\n`, `\x1b`.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
