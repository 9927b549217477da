/// Separates colour and alpha: `color` keeps its straight colours and becomes opaque, `alpha`
/// receives its alpha as opaque grey.
package func splitAlpha(
  _ color: UnsafeMutablePointer<UInt32>, to alpha: UnsafeMutablePointer<UInt32>, count: Int
) {
  for x in 0..<count {
    let word = color[x]
    let gray = word >> 24
    alpha[x] = gray | gray << 8 | gray << 16 | 0xFF00_0000
    color[x] = word | 0xFF00_0000
  }
}

/// Makes every colour black without changing its alpha.
package func dropColor(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
  for x in 0..<count { pixels[x] &= 0xFF00_0000 }
}
