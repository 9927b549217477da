import Foundation

@testable import AnimConv

/// SSIMULACRA 2.1, directly from its formulae, with whole planes of doubles: for small pictures.
enum SlowSSIMULACRA2 {
  private struct Plane {
    let width: Int
    let height: Int
    var values: [Double]

    subscript(x: Int, y: Int) -> Double {
      (0..<width).contains(x) && (0..<height).contains(y) ? values[y * width + x] : 0
    }

    func map(_ other: Plane, _ body: (Double, Double) -> Double) -> Plane {
      Plane(width: width, height: height, values: zip(values, other.values).map(body))
    }

    var halved: Plane {
      let (w, h) = ((width + 1) / 2, (height + 1) / 2)
      return Plane(
        width: w, height: h,
        values: (0..<(w * h)).map { index in
          let (x, y) = (index % w * 2, index / w * 2)
          let (right, below) = (min(x + 1, width - 1), min(y + 1, height - 1))
          return (self[x, y] + self[right, y] + self[x, below] + self[right, below]) / 4
        })
    }

    /// The impulse response in two dimensions, zero outside.
    var blurred: Plane {
      let taps = [0.264621109, 0.212928593, 0.109335370, 0.036011115, 0.009414367]
      return Plane(
        width: width, height: height,
        values: (0..<(width * height)).map { index in
          var sum = 0.0
          for dy in -4...4 {
            for dx in -4...4 {
              sum += self[index % width + dx, index / width + dy] * taps[abs(dx)] * taps[abs(dy)]
            }
          }
          return sum
        })
    }
  }

  private static func linear(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [Plane] {
    (0..<3).map { channel in
      Plane(
        width: width, height: height,
        values: (0..<(width * height)).map {
          let v = Double(pixels[$0 * 4 + channel]) / 255
          return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
        })
    }
  }

  private static func colors(_ rgb: [Plane]) -> [Plane] {
    let bias = 0.0037930732552754493
    func root(_ r: Double, _ g: Double, _ b: Double, _ index: Int) -> Double {
      cbrt(r * rgb[0].values[index] + g * rgb[1].values[index] + b * rgb[2].values[index] + bias)
        - cbrt(bias)
    }
    var planes = rgb
    for index in rgb[0].values.indices {
      let l = root(0.30, 0.622, 0.078, index)
      let m = root(0.23, 0.692, 0.078, index)
      let s = root(0.24342268924547819, 0.20476744424496821, 0.5518098665095536, index)
      planes[0].values[index] = 14 * (l - m) / 2 + 0.42
      planes[1].values[index] = (l + m) / 2 + 0.01
      planes[2].values[index] = s - (l + m) / 2 + 0.55
    }
    return planes
  }

  /// The means of lost structure, ringing and blurring of one channel, then their 4-norms.
  private static func errors(_ a: Plane, _ b: Plane) -> [Double] {
    let (m1, m2) = (a.blurred, b.blurred)
    let s11 = a.map(a, *).blurred, s22 = b.map(b, *).blurred, s12 = a.map(b, *).blurred
    let count = Double(a.values.count)
    let maps = a.values.indices.map { i -> [Double] in
      let (p, q) = (m1.values[i], m2.values[i])
      let structure =
        (2 * (s12.values[i] - p * q) + 0.0009)
        / (s11.values[i] - p * p + s22.values[i] - q * q + 0.0009)
      let d = max(0, 1 - (1 - (p - q) * (p - q)) * structure)
      let r = (1 + abs(b.values[i] - q)) / (1 + abs(a.values[i] - p)) - 1
      return [d, max(0, r), max(0, -r)]
    }
    return (0..<3).map { map in maps.reduce(0) { $0 + $1[map] } / count }
      + (0..<3).map { map in pow(maps.reduce(0) { $0 + pow($1[map], 4) } / count, 0.25) }
  }

  /// Of each scale and channel.
  static func errors(_ a: [UInt8], _ b: [UInt8], _ width: Int, _ height: Int) -> [[[Double]]] {
    var (first, second) = (linear(a, width, height), linear(b, width, height))
    var found: [[[Double]]] = []
    while found.count < 6, min(first[0].width, first[0].height) >= 8 {
      if !found.isEmpty { (first, second) = (first.map(\.halved), second.map(\.halved)) }
      found.append(zip(colors(first), colors(second)).map { errors($0, $1) })
    }
    return found
  }

  static func score(_ errors: [[[Double]]]) -> Double {
    var values: [Double] = []
    for channel in 0..<3 { for scale in errors { values += scale[channel] } }
    let sum =
      zip(VisibleDifference.weights, values).reduce(0) { $0 + $1.0 * $1.1 } * 0.9562382616834844
    let curved =
      2.326765642916932 * sum - 0.020884521182843837 * sum * sum
      + 6.248496625763138e-05 * sum * sum * sum
    return curved > 0 ? 100 - 10 * pow(curved, 0.6276336467831387) : 100
  }
}
