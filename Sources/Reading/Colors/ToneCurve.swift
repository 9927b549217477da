internal import CLibrary

/// Tone mapping of high dynamic range for displays without it: reference white tone mapping of
/// SMPTE ST 2094-50, annex C, which Chromium applies to content without its own mapping.
///
/// Light is relative to paper white, 203 cd/m² (ITU-R BT.2408). Values up to paper white are
/// darkened in proportion; values from there to the peak are rolled off to white. The higher the
/// peak, the darker paper white becomes. At a peak of 1000 cd/m² it is half as bright, about as HLG
/// appears on displays without HLG.
struct ToneCurve: Hashable, Sendable {
  /// The luminance of paper white, in cd/m².
  static let referenceWhite = 203.0

  /// The default peak in cd/m²: the peak of HLG, and of most graded PQ.
  static let usualPeak = 1000.0

  /// Light, the binary logarithm of its gain, and the slope of that logarithm.
  private struct ControlPoint: Hashable {
    var light: Double
    var gain: Double
    var slope: Double
  }

  private var points: [ControlPoint] = []

  /// - Parameter peak: the peak luminance in cd/m², at most 10,000, the limit of PQ.
  init(peak: Double = Self.usualPeak) {
    let most = min(max(peak / Self.referenceWhite, 1), 10_000 / Self.referenceWhite)
    guard most > 1 else { return }
    let headroom = log2(most) / log2(Self.usualPeak / Self.referenceWhite)
    // A quadratic Bézier curve from white to the peak (C.2 to C.5).
    let white = 1 - 0.5 * min(headroom, 1)
    let kappa = 0.65
    let (middle, middleResult) = (1 - kappa + kappa / white, (1 - kappa) * white + kappa)
    let (a, b) = (1 - 2 * middle + most, 2 * middle - 2)
    let (resultA, resultB) = (white - 2 * middleResult + 1, 2 * middleResult - 2 * white)
    // Eight points of it, in logarithms (C.4 and C.6). With fewer points, content that was graded
    // for a peak beyond any display would become darker in its brightest parts.
    let count = most * Self.referenceWhite > 4000 ? 32 : 8
    points = (0..<count).map { index -> ControlPoint in
      let t = Double(index) / Double(count - 1)
      let light = (a * t + b) * t + 1
      let result = (resultA * t + resultB) * t + white
      let slope = (2 * resultA * t + resultB) / (2 * a * t + b)
      let change = (light * slope - result) / (light * result)
      return ControlPoint(light: light, gain: log2(result / light), slope: change / log(2))
    }
  }

  /// The factor for a colour whose brightest component is `light`; the hue is unchanged (6.5).
  func gain(_ light: Double) -> Double {
    guard let first = points.first, let last = points.last else { return 1 }
    if light <= first.light { return exp2(first.gain) }
    if light >= last.light { return exp2(last.gain) * last.light / light }
    let next = points.firstIndex { $0.light > light }!
    let (from, to) = (points[next - 1], points[next])
    let width = to.light - from.light
    let t = (light - from.light) / width
    // Hermite's cubic.
    let (rise, start, end) = (to.gain - from.gain, from.slope * width, to.slope * width)
    let cubic = start + end - 2 * rise
    let square = 3 * rise - 2 * start - end
    return exp2(((cubic * t + square) * t + start) * t + from.gain)
  }
}
