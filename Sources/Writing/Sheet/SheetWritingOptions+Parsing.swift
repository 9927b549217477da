extension SheetWritingOptions {
  /// `1,2,3`; nil for anything but whole numbers with commas.
  public static func scales(parsing text: String) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : nil
  }
}
