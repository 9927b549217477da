/// What belongs to an animation for one player beside its pictures: texts, and how it is played.
///
/// Pure values: pictures are written by sinks, and nothing here reads or writes a file.
package protocol PlayerAsset: Sendable {
  /// Whom it is for.
  var player: Player { get }
  /// Texts to write beside the pictures.
  var files: [(name: String, bytes: [UInt8])] { get }
  /// Lines of code that play the asset, ready to be pasted; with a line end at the end.
  var code: String { get }
  /// What the player will do otherwise than the animation says.
  var warnings: [String] { get }
}

/// A text in the quotation marks of Swift; also Objective-C's after an `@`, since only escapes that
/// both know are used: C's octal ones for control characters do not exist in Swift, so names with
/// such characters are refused before.
func codeText(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
