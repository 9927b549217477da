extension GIFBuilder {
  /// A valid GIF with every possible variation of frames: rectangles inside and outside the canvas,
  /// disposals, transparency, local colours, interlacing, runs and noise.
  package static func random(
    seed: UInt64, width: Int = 13, height: Int = 11, frames: Int = 12
  ) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var gif = GIFBuilder(width, height)
    if Bool.random(using: &random) { gif.loop(Int.random(in: 0...3, using: &random)) }
    for index in 0..<frames {
      let isWhole = index == 0 ? seed % 4 != 0 : Int.random(in: 0..<4, using: &random) == 0
      let w = isWhole ? width : Int.random(in: 1...width, using: &random)
      let h = isWhole ? height : Int.random(in: 1...height, using: &random)
      let isNoise = Bool.random(using: &random)
      var index: UInt8 = 0
      let indices = (0..<(w * h)).map { _ in
        if isNoise || Int.random(in: 0..<6, using: &random) == 0 {
          index = UInt8.random(in: 0..<4, using: &random)
        }
        return index
      }
      gif.frame(
        Frame(
          x: isWhole ? 0 : Int.random(in: 0...(width - 1), using: &random),
          y: isWhole ? 0 : Int.random(in: 0...(height - 1), using: &random),
          w: w, h: h, indices: indices,
          delay: Int.random(in: 0..<5, using: &random) == 0
            ? nil : Int.random(in: 0...20, using: &random),
          disposal: Int.random(in: 0...4, using: &random),
          transparent: Bool.random(using: &random) ? UInt8.random(in: 0..<4, using: &random) : nil,
          colors: Int.random(in: 0..<3, using: &random) == 0
            ? [[9, 9, 9], [200, 100, 50], [1, 2, 3]] : nil,
          isInterlaced: Int.random(in: 0..<3, using: &random) == 0))
    }
    gif.end()
    return gif.bytes
  }
}
