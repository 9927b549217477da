/// A player's extra files for an animation, and the code that plays it.
///
/// Pure values: sinks write the images, and nothing here reads or writes files.
package protocol PlayerAssetFiles: Sendable {
  /// The player.
  var player: PlayerAsset { get }
  /// Texts to write next to the images.
  var files: [(name: String, bytes: [UInt8])] { get }
  /// Pictures that are needed a second time: paths in the folder.
  var copies: [(original: String, copy: String)] { get }
  /// Code that plays the asset, ready to paste, ending with a line end.
  var code: String { get }
  /// Differences between the player's behaviour and the animation.
  var warnings: [String] { get }
}

extension PlayerAssetFiles {
  package var copies: [(original: String, copy: String)] { [] }
}

/// A text as a Swift string literal, which is also valid in Objective-C after an `@`, because only
/// common escapes are used. Control characters have no common escape, so names with them are
/// refused earlier.
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
