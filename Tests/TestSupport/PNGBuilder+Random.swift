extension PNGBuilder {
  /// An animation and its expected frames.
  package struct Drawn {
    package var bytes: [UInt8]
    /// Every full picture, composited in the slow and simple way.
    package var pictures: [[UInt32]]
    package var width: Int
    var height: Int
  }

  /// A valid APNG with every possible variation of frames: rectangles, disposals, blends, partial
  /// alpha, interlacing, data in several chunks, and a default image that is or is not the first
  /// frame.
  package static func random(
    seed: UInt64, width: Int = 9, height: Int = 7, frames: Int = 10
  ) -> Drawn {
    var random = SeededGenerator(seed: seed)
    var png = PNGBuilder(width, height, isInterlaced: seed % 3 == 0)
    let isStillFirst = seed % 2 == 0
    png.animation(frames: frames, plays: Int(seed % 4))
    var canvas = [UInt32](repeating: 0, count: width * height)
    var pictures: [[UInt32]] = []
    if !isStillFirst { png.data(canvas.map { _ in 0xff12_3456 }) }
    for index in 0..<frames {
      let isWhole =
        index == 0 ? isStillFirst || seed % 5 != 0 : .random(in: 0..<4, using: &random) == 0
      let w = isWhole ? width : Int.random(in: 1...width, using: &random)
      let h = isWhole ? height : Int.random(in: 1...height, using: &random)
      let x = Int.random(in: 0...(width - w), using: &random)
      let y = Int.random(in: 0...(height - h), using: &random)
      let disposal = Int.random(in: 0...2, using: &random)
      let blend = Int.random(in: 0...1, using: &random)
      let pixels = (0..<(w * h)).map { _ in
        let alphas: [UInt32] = [0, 0, 1, 77, 128, 254, 255, 255]
        return UInt32.random(in: 0...0xff_ffff, using: &random)
          | alphas.randomElement(using: &random)! << 24
      }
      png.control(x: x, y: y, w: w, h: h, delay: (index, 100), disposal: disposal, blend: blend)
      let chunks = Int.random(in: 1...3, using: &random)
      if index == 0, isStillFirst {
        png.data(pixels, chunks: chunks)
      } else {
        png.frameData(pixels, chunks: chunks)
      }

      let before = canvas
      for row in 0..<h {
        for column in 0..<w {
          let at = (y + row) * width + x + column
          let pixel = pixels[row * w + column]
          canvas[at] = visible(blend == 0 ? pixel : slowOver(pixel, canvas[at]))
        }
      }
      pictures.append(canvas)
      // Nothing precedes the first frame, so restoring the previous contents clears the rectangle.
      if disposal == 2, index > 0 {
        canvas = before
      } else if disposal != 0 {
        for row in y..<(y + h) {
          for column in x..<(x + w) { canvas[row * width + column] = 0 }
        }
      }
    }
    png.end()
    return Drawn(bytes: png.bytes, pictures: pictures, width: width, height: height)
  }

  /// Transparent pixels have no colour.
  static func visible(_ pixel: UInt32) -> UInt32 { pixel >> 24 == 0 ? 0 : pixel }

  /// The `over` operator on straight RGBA, in floating point. Weights are whole numbers, so halves
  /// are exact.
  package static func slowOver(_ front: UInt32, _ back: UInt32) -> UInt32 {
    let frontWeight = Double(front >> 24) * 255
    let backWeight = (255 - Double(front >> 24)) * Double(back >> 24)
    let total = frontWeight + backWeight
    if total == 0 { return 0 }
    var out = UInt32((total / 255).rounded()) << 24
    for shift: UInt32 in [0, 8, 16] {
      let sum =
        Double((front >> shift) & 255) * frontWeight + Double((back >> shift) & 255) * backWeight
      out |= UInt32((sum / total).rounded()) << shift
    }
    return out
  }
}
