extension WebPBuilder {
  /// A valid animation with every possible variation of frames (rectangles, disposal, blending,
  /// alpha) and with unknown chunks.
  package static func random(
    seed: UInt64, width: Int = 13, height: Int = 11, frames: Int = 12
  ) -> WebPBuilder {
    var random = SeededGenerator(seed: seed)
    var webp = WebPBuilder(width, height, plays: Int.random(in: 0...3, using: &random))
    for index in 0..<frames {
      if Int.random(in: 0..<5, using: &random) == 0 {
        let content = [UInt8](repeating: 7, count: Int.random(in: 0...9, using: &random))
        webp.raw(chunk(["EXIF", "XMP ", "abcd"].randomElement(using: &random)!, content))
      }
      let isWhole = index == 0 ? seed % 4 != 0 : Int.random(in: 0..<4, using: &random) == 0
      let x = isWhole ? 0 : Int.random(in: 0...((width - 1) / 2), using: &random) * 2
      let y = isWhole ? 0 : Int.random(in: 0...((height - 1) / 2), using: &random) * 2
      let w = isWhole ? width : Int.random(in: 1...(width - x), using: &random)
      let h = isWhole ? height : Int.random(in: 1...(height - y), using: &random)
      let alphas: [UInt32] = [[255], [0, 255], [0, 1, 64, 127, 128, 200, 254, 255]]
        .randomElement(using: &random)!
      let pixels = (0..<(w * h)).map { _ in
        UInt32.random(in: 0..<1 << 24, using: &random) | alphas.randomElement(using: &random)! << 24
      }
      webp.frame(
        Frame(
          x: x, y: y, w: w, h: h, pixels: pixels, delay: Int.random(in: 0...300, using: &random),
          clears: Bool.random(using: &random), overwrites: Bool.random(using: &random)))
    }
    return webp
  }
}
