extension PixelSize {
  /// `96x66`; nil for anything else and for numbers below 1 or above 65,535.
  public init?(parsing text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      1...65_535 ~= width, 1...65_535 ~= height
    else { return nil }
    self.init(width: width, height: height)
  }
}
