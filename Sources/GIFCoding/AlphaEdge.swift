/// Makes every pixel opaque or transparent, because GIF has no partial transparency.
package struct AlphaEdge {
  package let rule: GIFAlphaEdge
  let width: Int

  /// - Parameter width: columns of the canvas.
  package init(rule: GIFAlphaEdge, width: Int) {
    self.rule = rule
    self.width = width
  }

  /// A whole canvas of straight RGBA as a GIF shows it.
  package func canvas(_ rgba: UnsafeRawBufferPointer) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: rgba.count / 4) { buffer, count in
      if let base = buffer.baseAddress { apply(rgba, to: base) }
      count = rgba.count / 4
    }
  }

  /// A 4 x 4 pattern of thresholds with a fixed position, so that a resting edge does not flicker
  /// (Bayer, 1973).
  private static let thresholds: [UInt32] = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ].map { $0 * 16 + 8 }

  /// Converts a canvas of straight RGBA. Opaque pixels get 255 in the highest byte, others are 0.
  func apply(_ rgba: UnsafeRawBufferPointer, to pixels: UnsafeMutablePointer<UInt32>) {
    let count = rgba.count / 4
    var x = 0
    var y = 0
    for place in 0..<count {
      let pixel = UInt32(
        littleEndian: rgba.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))
      let alpha = pixel >> 24
      pixels[place] = alpha == 255 ? pixel : alpha == 0 ? 0 : decide(pixel, alpha, x, y)
      x += 1
      if x == width {
        x = 0
        y += 1
      }
    }
  }

  private func decide(_ pixel: UInt32, _ alpha: UInt32, _ x: Int, _ y: Int) -> UInt32 {
    switch rule {
    case .threshold: alpha >= 128 ? pixel | 0xff00_0000 : 0
    case .dither:
      alpha > Self.thresholds[(y & 3) * 4 + (x & 3)] ? pixel | 0xff00_0000 : 0
    case .matte(let matte):
      Self.blend(pixel, matte, alpha, 0) | Self.blend(pixel, matte, alpha, 8)
        | Self.blend(pixel, matte, alpha, 16) | 0xff00_0000
    }
  }

  /// Blends one byte as browsers do: in sRGB, rounded.
  private static func blend(
    _ pixel: UInt32, _ matte: UInt32, _ alpha: UInt32, _ shift: UInt32
  ) -> UInt32 {
    let over = pixel >> shift & 0xff
    let under = matte >> shift & 0xff
    return ((over * alpha + under * (255 - alpha) + 127) / 255) << shift
  }
}
