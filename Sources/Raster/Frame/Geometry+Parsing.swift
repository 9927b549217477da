extension PixelRect {
  /// - Parameter text: `WxH+X+Y` in pixels, X11's notation for geometry, each number with at most 9
  ///   digits. The inverse of ``description`` for such numbers.
  ///
  /// Not `LosslessStringConvertible`: a rectangle can begin left of the canvas or above it, but a
  /// text that says so is rejected, because X11 measures it from the other edge.
  public init?(parsing text: String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    let numbers = (sides + parts[1...]).compactMap { digits -> Int? in
      guard (1...9).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ (48...57).contains($0) })
      else { return nil }
      return Int(digits)
    }
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[2], y: numbers[3], width: numbers[0], height: numbers[1])
  }
}

extension PixelSize {
  /// `96x66`; nil for anything else and for numbers below 1 or above 65,535.
  ///
  /// Not `LosslessStringConvertible`: larger sizes exist, but a text that requests one is rejected.
  public init?(parsing text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      1...65_535 ~= width, 1...65_535 ~= height
    else { return nil }
    self.init(width: width, height: height)
  }
}
