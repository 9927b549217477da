/// Composes the frames of a ``WebPBuilder`` plainly, pixel by pixel, in floating point.
package struct SlowWebP {
  /// The RGBA bytes of every picture.
  package private(set) var pictures: [[UInt8]] = []

  package init(_ webp: WebPBuilder) {
    var canvas = [[Double]](repeating: [0, 0, 0, 0], count: webp.width * webp.height)
    for frame in webp.frames {
      for row in 0..<frame.h {
        for column in 0..<frame.w {
          let pixel = frame.pixels[row * frame.w + column]
          let at = (frame.y + row) * webp.width + frame.x + column
          let front = [0, 8, 16, 24].map { Double(pixel >> $0 & 255) }
          canvas[at] = Self.rounded(frame.overwrites ? front : Self.over(front, canvas[at]))
        }
      }
      pictures.append(canvas.flatMap { $0.map { UInt8($0) } })
      guard frame.clears else { continue }
      for row in frame.y..<frame.y + frame.h {
        for column in frame.x..<frame.x + frame.w {
          canvas[row * webp.width + column] = [0, 0, 0, 0]
        }
      }
    }
  }

  private static func over(_ front: [Double], _ back: [Double]) -> [Double] {
    let (f, b) = (front[3] / 255, back[3] / 255)
    let alpha = f + b * (1 - f)
    if alpha == 0 { return [0, 0, 0, 0] }
    return (0..<3).map { (front[$0] * f + back[$0] * b * (1 - f)) / alpha } + [alpha * 255]
  }

  /// Rounds to integers; transparent pixels become 0.
  private static func rounded(_ pixel: [Double]) -> [Double] {
    let pixel = pixel.map { $0.rounded() }
    return pixel[3] == 0 ? [0, 0, 0, 0] : pixel
  }
}
