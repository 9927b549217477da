/// One of the five row filters; the raw value precedes the row (PNG specification, section 9.2).
enum PNGRowFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Writes the differences of a row.
  ///
  /// - Parameters:
  ///   - above: the previous row, zeros for the first.
  ///   - count: the number of bytes in the row; at least one.
  ///   - pixel: bytes from a sample to the same sample of the previous pixel.
  func apply(
    _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, pixel: Int,
    into out: UnsafeMutablePointer<UInt8>
  ) {
    let first = min(pixel, count)
    switch self {
    case .none:
      out.update(from: row, count: count)
    case .sub:
      out.update(from: row, count: first)
      for at in first..<count { out[at] = row[at] &- row[at - pixel] }
    case .up:
      for at in 0..<count { out[at] = row[at] &- above[at] }
    case .average:
      for at in 0..<first { out[at] = row[at] &- above[at] / 2 }
      for at in first..<count {
        out[at] = row[at] &- UInt8((Int(row[at - pixel]) + Int(above[at])) / 2)
      }
    case .paeth:
      for at in 0..<first { out[at] = row[at] &- above[at] }
      for at in first..<count {
        out[at] = row[at] &- Self.nearest(row[at - pixel], above[at], above[at - pixel])
      }
    }
  }

  /// The one of left, above and above left that is closest to left + above - above left (section
  /// 9.4).
  @inline(__always)
  private static func nearest(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int(left), Int(above), Int(corner))
    let (toLeft, toAbove, toCorner) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
    if toLeft <= toAbove, toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : corner
  }
}
