extension PixelBuffer {
  /// The smallest rectangle with all pixels that are not fully transparent; empty if there are
  /// none.
  ///
  /// - Complexity: rows are read from the outside inwards, so most pixels are read once.
  package func visibleBounds() -> PixelRect {
    let plane = PixelPlane(self)
    let width = size.width
    func firstVisible(_ y: Int, before end: Int) -> Int? {
      let row = plane.row(y, from: 0)
      return (0..<end).first { row[$0].littleEndian >> 24 != 0 }
    }
    guard let top = (0..<size.height).first(where: { firstVisible($0, before: width) != nil }),
      let bottom = (0..<size.height).last(where: { firstVisible($0, before: width) != nil })
    else { return .empty }
    var left = width
    var right = 0
    for y in top...bottom {
      if let x = firstVisible(y, before: left) { left = x }
      let row = plane.row(y, from: 0)
      var x = width
      while x > right, row[x - 1].littleEndian >> 24 == 0 { x -= 1 }
      right = max(right, x)
    }
    return PixelRect(x: left, y: top, width: right - left, height: bottom + 1 - top)
  }
}
