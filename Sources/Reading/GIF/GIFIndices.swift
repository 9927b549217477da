/// The decoded palette indices of one frame, in stored order.
///
/// Valid until the next frame is decoded.
struct GIFIndices {
  /// The first index of the first stored row.
  let base: UnsafePointer<UInt8>
  /// The number of decoded indices, at most `width * height`.
  let count: Int
  /// Columns of the frame.
  let width: Int
  /// Rows of the frame.
  let height: Int
  /// Whether the rows are stored in four passes.
  let isInterlaced: Bool

  /// The indices of a row of the image, fewer than ``width`` if some are missing.
  func row(_ y: Int) -> UnsafeBufferPointer<UInt8> {
    let start = storedRow(y) * width
    let available = max(0, min(width, count - start))
    return UnsafeBufferPointer(start: available == 0 ? nil : base + start, count: available)
  }

  /// The place of an image row in stored order: interlaced frames store every 8th row from 0, every
  /// 8th from 4, every 4th from 2, every 2nd from 1 (GIF89a, appendix E).
  private func storedRow(_ y: Int) -> Int {
    guard isInterlaced else { return y }
    let first = (height + 7) / 8
    let second = (height + 3) / 8
    let third = (height + 1) / 4
    if y % 8 == 0 { return y / 8 }
    if y % 8 == 4 { return first + y / 8 }
    if y % 4 == 2 { return first + second + y / 4 }
    return first + second + third + y / 2
  }
}
