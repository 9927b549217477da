/// Two numbers in a sheet's name, as in `walk_8x1.png`: columns and rows, or the size of a cell.
package struct SheetName {
  /// The number before the x; at least 1.
  package let first: Int
  /// The number after the x; at least 1.
  package let second: Int

  /// The last such pair in the name, separated from other text by `_`, `-`, a dot, a space or
  /// brackets.
  ///
  /// - Parameter name: with or without folder and extension; a scale such as `@2x` does not count.
  /// - Returns: nil if there is none.
  package init?(_ name: String) {
    let file = name.split(separator: "/").last ?? ""
    let words = file.split { "_-. ()[]@".contains($0) }
    for word in words.reversed() {
      let numbers = word.split(
        maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: { "xX×".contains($0) })
      guard numbers.count == 2,
        numbers.allSatisfy({ (1...5).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }),
        let first = Int(numbers[0]), let second = Int(numbers[1]), first > 0, second > 0
      else { continue }
      self.first = first
      self.second = second
      return
    }
    return nil
  }
}
