/// Scales pictures of 16 bits a sample with the weights of the other scalers, in premultiplied
/// alpha.
///
/// Only the last division rounds, to nearest. Memory holds the result and the source rows that one
/// row of the result needs.
package final class WideScaler {
  private let columns: ResamplingAxis
  private let rows: ResamplingAxis
  /// The visible part of the scaled picture.
  private let visible: PixelRect
  /// Horizontally scaled rows of the source, by their numbers.
  private var summed: [Int: [SIMD4<Double>]] = [:]

  /// - Parameters:
  ///   - filter: nil to keep the size.
  ///   - visible: the visible part of the scaled picture.
  package init(_ filter: ScaleFilter?, from old: PixelSize, to new: PixelSize, visible: PixelRect) {
    let filter = filter ?? .nearest
    columns = ResamplingAxis(
      filter, from: old.width, to: new.width, outputs: visible.x..<visible.maxX)
    rows = ResamplingAxis(
      filter, from: old.height, to: new.height, outputs: visible.y..<visible.maxY)
    self.visible = visible
  }

  /// Scales a part of a picture and draws its visible part.
  ///
  /// - Parameters:
  ///   - crop: has the size given to the initializer.
  ///   - target: the pixels of a picture with the given `width`.
  ///   - x: the position of the scaled part in the target; may be negative.
  ///   - y: the vertical position, in the same way.
  package func draw(
    _ picture: WidePicture, _ crop: PixelRect, into target: inout [WidePicture.Pixel], width: Int,
    x: Int, y: Int
  ) {
    summed = [:]
    let total = columns.total * rows.total
    for row in visible.y..<visible.maxY {
      let index = row - rows.outputs.lowerBound
      let sources = rows.starts[index]..<rows.ends[index]
      for old in summed.keys where old < sources.lowerBound { summed[old] = nil }
      var sums = [SIMD4<Double>](repeating: .zero, count: visible.width)
      for source in sources {
        let weight = rows.weights[rows.weightStarts[index] + source - sources.lowerBound]
        let line = line(source, of: picture, crop)
        for column in 0..<visible.width { sums[column] += weight * line[column] }
      }
      let start = (row + y) * width + visible.x + x
      for column in 0..<visible.width {
        target[start + column] = Self.straight(sums[column] / total)
      }
    }
    summed = [:]
  }

  private func line(
    _ row: Int, of picture: WidePicture, _ crop: PixelRect
  ) -> [SIMD4<Double>] {
    if let known = summed[row] { return known }
    let start = (crop.y + row) * picture.size.width + crop.x
    let made = (0..<visible.width).map { column in
      var sum = SIMD4<Double>.zero
      let first = columns.starts[column]
      for source in first..<columns.ends[column] {
        let weight = columns.weights[columns.weightStarts[column] + source - first]
        sum += weight * Self.premultiplied(picture.pixels[start + source])
      }
      return sum
    }
    summed[row] = made
    return made
  }

  @inline(__always)
  private static func premultiplied(_ pixel: WidePicture.Pixel) -> SIMD4<Double> {
    let alpha = Double(pixel.w)
    return SIMD4(
      Double(pixel.x) * alpha, Double(pixel.y) * alpha, Double(pixel.z) * alpha, alpha)
  }

  @inline(__always)
  private static func straight(_ sum: SIMD4<Double>) -> WidePicture.Pixel {
    let alpha = sum.w
    if alpha < 0.5 { return .zero }
    func sample(_ value: Double) -> UInt16 {
      UInt16(min(max(value, 0), 65_535).rounded(.toNearestOrEven))
    }
    return WidePicture.Pixel(
      sample(sum.x / alpha), sample(sum.y / alpha), sample(sum.z / alpha), sample(alpha))
  }
}
