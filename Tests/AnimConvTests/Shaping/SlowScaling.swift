import Foundation

@testable import Raster

/// Scaling in the simplest way: every output pixel is a double sum over every source pixel.
/// - Returns: red, green, blue and alpha of each pixel, not rounded.
func slowlyScaled(
  _ picture: TestPicture, to size: PixelSize, _ filter: ScaleFilter
) -> [[Double]] {
  let columns = slowWeights(filter, from: picture.size.width, to: size.width)
  let rows = slowWeights(filter, from: picture.size.height, to: size.height)
  var result: [[Double]] = []
  for y in 0..<size.height {
    for x in 0..<size.width {
      var sums = [0.0, 0.0, 0.0, 0.0]
      for sourceY in 0..<picture.size.height where rows[y][sourceY] != 0 {
        for sourceX in 0..<picture.size.width where columns[x][sourceX] != 0 {
          let weight = rows[y][sourceY] * columns[x][sourceX]
          let pixel = picture[sourceX, sourceY].map(Double.init)
          for channel in 0..<3 { sums[channel] += weight * pixel[channel] * pixel[3] }
          sums[3] += weight * pixel[3]
        }
      }
      guard sums[3] > 1e-9 else {
        result.append([0, 0, 0, 0])
        continue
      }
      let colors = sums[..<3].map { min(255, max(0, $0 / sums[3])) }
      result.append(colors + [min(255, sums[3])])
    }
  }
  return result
}

/// The weight of every source pixel for every output pixel; each row adds up to 1.
private func slowWeights(_ filter: ScaleFilter, from old: Int, to new: Int) -> [[Double]] {
  let scale = Double(old) / Double(new)
  return (0..<new).map { output in
    let center = (Double(output) + 0.5) * scale
    let weights = (0..<old).map { source -> Double in
      let distance = (Double(source) + 0.5 - center) / max(1, scale)
      switch filter {
      case .nearest: return source == (2 * output + 1) * old / (2 * new) ? 1 : 0
      case .area:
        let low = max(Double(output) * scale, Double(source))
        return max(0, min(Double(output + 1) * scale, Double(source + 1)) - low)
      case .bicubic: return cubic(distance)
      case .lanczos: return abs(distance) < 3 ? sinc(distance) * sinc(distance / 3) : 0
      }
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }
}

/// Keys, "Cubic Convolution Interpolation for Digital Image Processing", equation 15.
private func cubic(_ distance: Double) -> Double {
  let s = abs(distance)
  if s < 1 { return 3 / 2 * pow(s, 3) - 5 / 2 * pow(s, 2) + 1 }
  if s < 2 { return -1 / 2 * pow(s, 3) + 5 / 2 * pow(s, 2) - 4 * s + 2 }
  return 0
}

private func sinc(_ x: Double) -> Double {
  x == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x)
}

/// Area scaling in integers: coverage is counted in cells of a common grid of both pictures.
func slowlyAveraged(_ picture: TestPicture, to size: PixelSize) -> TestPicture {
  var result = TestPicture(size: size)
  let total = picture.size.area
  for y in 0..<size.height {
    for x in 0..<size.width {
      var sums = [0, 0, 0, 0]
      for sourceY in 0..<picture.size.height {
        let high = shared(y, picture.size.height, sourceY, size.height)
        for sourceX in 0..<picture.size.width where high > 0 {
          let weight = high * shared(x, picture.size.width, sourceX, size.width)
          let pixel = picture[sourceX, sourceY].map(Int.init)
          for channel in 0..<3 { sums[channel] += weight * pixel[channel] * pixel[3] }
          sums[3] += weight * pixel[3]
        }
      }
      let alpha = dividedToEven(sums[3], total)
      if alpha == 0 { continue }
      result[x, y] = (sums[..<3].map { dividedToEven($0, sums[3]) } + [alpha]).map(UInt8.init)
    }
  }
  return result
}

private func shared(_ output: Int, _ outputCells: Int, _ source: Int, _ sourceCells: Int) -> Int {
  let low = max(output * outputCells, source * sourceCells)
  return max(0, min((output + 1) * outputCells, (source + 1) * sourceCells) - low)
}

private func dividedToEven(_ value: Int, _ divisor: Int) -> Int {
  let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
  if 2 * rest == divisor { return quotient + quotient % 2 }
  return 2 * rest > divisor ? quotient + 1 : quotient
}
