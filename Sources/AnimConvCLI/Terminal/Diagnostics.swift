internal import AnimConv
internal import ArgumentParser

/// Errors and warnings as single lines of text.
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

  /// A warning without the command's name.
  static func text(warning: String, file: String) -> String {
    "\(printable(file)): warning: \(printable(warning))"
  }

  /// A usage error of the argument parser, folded to one line.
  ///
  /// - Parameter help: the command with more help.
  static func line(usage message: String, help: String) -> String {
    "animconv: usage: \(printable(folded(message))); see \(help)"
  }

  /// A text of several lines as one line.
  static func folded(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline)
      .map { $0.trimmingPrefix(while: \.isWhitespace) }
      .joined(separator: " ")
  }

  /// Text that cannot move a terminal's cursor, break a line or change the order of its letters.
  /// Control characters and invalid UTF-8 are written as `\n` or `\x1b`; invisible characters, line
  /// separators and characters that change the writing direction are written as `\u{202e}`. Joiners
  /// stay, because names in Persian, Indian scripts and with emoji need them.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: result += "\\n"
      case 0x09: result += "\\t"
      case 0..<0x20, 0x7F..<0xA0:
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xFFF9...0xFFFB, 0xE0000...0xE007F:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
