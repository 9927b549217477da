internal import Libav
internal import Raster

extension PictureConverter {
  /// Two rows of pixels at a time: they share their chroma, and are still in the first-level cache
  /// when the second loop reads them.
  @inline(__always)
  func convert420(
    _ words: UnsafePointer<UInt32>, _ part: PixelRect, into picture: Picture, alpha: Bool,
    _ c: YUVCoefficients
  ) {
    var y = part.y
    while y < part.maxY {
      let top = words + y * size.width + part.x
      let isLast = y + 1 == size.height
      // For an odd height, the last row is repeated.
      let bottom = isLast ? top : top + size.width
      let rows = RowPair(
        top: top, bottom: bottom, width: part.width,
        yTop: row(picture, 0, y) + part.x,
        yBottom: isLast ? nil : row(picture, 0, y + 1) + part.x,
        u: row(picture, 1, y / 2) + part.x / 2,
        v: row(picture, 2, y / 2) + part.x / 2)
      if alpha {
        SampleRows.alpha(top, into: row(picture, 3, y) + part.x, count: part.width)
        if !isLast {
          SampleRows.alpha(bottom, into: row(picture, 3, y + 1) + part.x, count: part.width)
        }
      }
      if !alpha
        || SampleRows.isOpaque(top, count: part.width)
          && SampleRows.isOpaque(bottom, count: part.width)
      {
        rows.convertOpaque(c)
      } else {
        rows.convertTransparent(c)
      }
      y += 2
    }
  }
}

/// Two rows of source pixels, and the places of their samples.
private struct RowPair {
  var top: UnsafePointer<UInt32>
  var bottom: UnsafePointer<UInt32>
  var width: Int
  var yTop: UnsafeMutablePointer<UInt8>
  /// Nil if the second row repeats the first one.
  var yBottom: UnsafeMutablePointer<UInt8>?
  var u: UnsafeMutablePointer<UInt8>
  var v: UnsafeMutablePointer<UInt8>

  @inline(__always)
  func convertOpaque(_ c: YUVCoefficients) {
    SampleRows.luma(top, into: yTop, count: width, c)
    if let yBottom { SampleRows.luma(bottom, into: yBottom, count: width, c) }
    SampleRows.blockChroma(top, bottom, u: u, v: v, count: width / 2, c)
    guard width % 2 == 1 else { return }
    // For an odd width, the last column is repeated.
    let i = width - 1
    let sum = BlockSum(top[i], top[i], bottom[i], bottom[i])
    u[width / 2] = UInt8(truncatingIfNeeded: sum.blueness(c))
    v[width / 2] = UInt8(truncatingIfNeeded: sum.redness(c))
  }

  @inline(__always)
  func convertTransparent(_ c: YUVCoefficients) {
    // Visible pixels keep their own luma; the others are corrected below.
    SampleRows.luma(top, into: yTop, count: width, c)
    if let yBottom { SampleRows.luma(bottom, into: yBottom, count: width, c) }
    for block in 0..<(width + 1) / 2 {
      let left = 2 * block
      let right = min(left + 1, width - 1)
      let (p0, p1, p2, p3) = (top[left], top[right], bottom[left], bottom[right])
      let all = p0 & p1 & p2 & p3
      if all &>> 24 == 0xff {
        let sum = BlockSum(p0, p1, p2, p3)
        u[block] = UInt8(truncatingIfNeeded: sum.blueness(c))
        v[block] = UInt8(truncatingIfNeeded: sum.redness(c))
        continue
      }
      // Nothing visible.
      if (p0 | p1 | p2 | p3) &>> 24 == 0 {
        (u[block], v[block]) = (128, 128)
        (yTop[left], yTop[right]) = (c.black, c.black)
        if let yBottom { (yBottom[left], yBottom[right]) = (c.black, c.black) }
        continue
      }
      let mean = AlphaBlock(p0, p1, p2, p3, c)
      (u[block], v[block]) = (mean.u, mean.v)
      if p0 &>> 24 == 0 { yTop[left] = mean.hiddenLuma }
      if p1 &>> 24 == 0 { yTop[right] = mean.hiddenLuma }
      if let yBottom {
        if p2 &>> 24 == 0 { yBottom[left] = mean.hiddenLuma }
        if p3 &>> 24 == 0 { yBottom[right] = mean.hiddenLuma }
      }
    }
  }
}
