internal import SystemPackage

/// The end of a strip's name in GameMaker's form: `NAME_strip6.png` has six frames side by side.
package struct StripName {
  /// The number of frames; at least 2.
  package let count: Int

  /// - Parameter name: with or without folder and extension.
  /// - Returns: nil for other names.
  package init?(_ name: String) {
    let stem = FilePath(name).stem ?? name
    let digits = stem.utf8.reversed().prefix { isDigit($0) }.count
    guard 1...5 ~= digits, stem.dropLast(digits).lowercased().hasSuffix("_strip"),
      let count = Int(stem.suffix(digits)), count > 1
    else { return nil }
    self.count = count
  }
}
