extension Array where Element == String {
  /// `a, b and c`.
  ///
  /// - Parameter conjunction: the word before the last element.
  package func inWords(_ conjunction: String = "and") -> String {
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
