/// Operations on rectangles of a buffer while it is being filled. Rectangles must be inside the
/// picture.
extension PixelBuffer {
  /// Makes a rectangle transparent.
  package func clear(_ rect: PixelRect) {
    eachRun(of: rect) { offset, count in
      (base + offset).update(repeating: 0, count: count)
    }
  }

  /// Copies a rectangle from a picture of the same size.
  package func copy(_ rect: PixelRect, from other: PixelBuffer) {
    eachRun(of: rect) { offset, count in
      (base + offset).update(from: other.base + offset, count: count)
    }
  }

  /// Calls `body` with the offset and length, in bytes, of each run of bytes in a rectangle: one
  /// run per row, or a single run for whole rows.
  package func eachRun(of rect: PixelRect, _ body: (_ offset: Int, _ count: Int) -> Void) {
    if rect.isEmpty { return }
    if rect.width == size.width {
      body(rect.y * stride, rect.height * stride)
      return
    }
    for y in rect.y..<rect.maxY {
      body(y * stride + rect.x * 4, rect.width * 4)
    }
  }

  /// Whether every pixel of a rectangle has an alpha of 255.
  package func isOpaque(in rect: PixelRect) -> Bool {
    var lowest: UInt32 = .max
    eachRun(of: rect) { offset, count in
      if lowest.littleEndian >> 24 != 255 { return }
      let pixels = UnsafeMutableRawPointer(base + offset).assumingMemoryBound(to: UInt32.self)
      var all: UInt32 = .max
      for column in 0..<(count / 4) { all &= pixels[column] }
      lowest &= all
    }
    return lowest.littleEndian >> 24 == 255
  }

  /// Whether some pixel is partly transparent.
  ///
  /// - Complexity: reads pixels up to the first partly transparent one.
  package var isTranslucent: Bool {
    let pixels = UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt32.self)
    return (0..<size.area).contains { (1..<255).contains(pixels[$0].littleEndian >> 24) }
  }

  /// Gives every pixel an alpha of 255.
  package func makeOpaque() {
    let pixels = UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt32.self)
    let alpha = UInt32(0xFF00_0000).littleEndian
    for index in 0..<size.area { pixels[index] |= alpha }
  }

  /// Gives transparent pixels the colour 0.
  package func clearTransparentColors() {
    let pixels = UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt32.self)
    for index in 0..<size.area where pixels[index].littleEndian >> 24 == 0 { pixels[index] = 0 }
  }
}
