/// A symmetric weight function of the distance in pixels, 0 beyond its radius.
///
/// Both use only the four basic operations, which IEEE 754 rounds in the same way everywhere; a
/// library's sine may differ in its last bit.
enum ResamplingKernel {
  /// The cubic spline through its points: Keys' kernel with a = -1/2.
  case catmullRom
  /// A sinc windowed by the central lobe of a sinc three times as wide.
  case lanczos3

  /// In pixels.
  var radius: Double {
    switch self {
    case .catmullRom: 2
    case .lanczos3: 3
    }
  }

  func value(_ distance: Double) -> Double {
    let x = abs(distance)
    guard x < radius else { return 0 }
    switch self {
    case .catmullRom:
      return x < 1
        ? (1.5 * x - 2.5) * x * x + 1
        : ((-0.5 * x + 2.5) * x - 4) * x + 2
    case .lanczos3:
      return sinc(x) * sinc(x / 3)
    }
  }
}

/// `sin(pi x) / (pi x)` for 0 <= x <= 3, within 1e-12.
private func sinc(_ x: Double) -> Double {
  if x < 1e-9 { return 1 }
  let nearest = x.rounded()
  let angle = (x - nearest) * Double.pi
  let square = angle * angle
  // Taylor series up to the 17th power, for |angle| <= pi / 2.
  var series = 1.0
  for step in stride(from: 16.0, through: 2.0, by: -2.0) {
    series = 1 - series * square / (step * (step + 1))
  }
  let isOdd = nearest == 1 || nearest == 3
  return (isOdd ? -angle : angle) * series / (x * Double.pi)
}
