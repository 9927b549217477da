import Foundation
import Testing

@testable import Reading

@Suite struct ToneCurveTests {
  @Test func whiteIsHalfAsBrightForTheUsualPeakAndThePeakIsWhite() {
    let curve = ToneCurve()
    #expect(curve.gain(0) == 0.5)
    #expect(curve.gain(1) == 0.5)
    let peak = 1000 / ToneCurve.referenceWhite
    #expect(abs(curve.gain(peak) * peak - 1) < 1e-12)
    // Light above the announced maximum is white.
    #expect(abs(curve.gain(30) * 30 - 1) < 1e-12)
  }

  @Test(arguments: [204.0, 250, 400, 1000, 2500, 4000, 4001, 7000, 10_000])
  func moreLightIsNeverDarkerAndNothingJumps(peak: Double) {
    let curve = ToneCurve(peak: peak)
    var before = 0.0
    for step in 1...20_000 {
      let light = Double(step) / 20_000 * peak / ToneCurve.referenceWhite
      let result = light * curve.gain(light)
      #expect(result >= before - 1e-9, "at \(light)")
      #expect(result - before < 0.003, "at \(light)")
      before = result
    }
    #expect(abs(before - 1) < 1e-9)
  }

  /// The eight points lie on the curve from which the standard derives them.
  @Test func theCurveIsTheStandardsWithinAPercent() {
    let most = 1000 / ToneCurve.referenceWhite
    let curve = ToneCurve()
    for step in 0...100 {
      // SMPTE ST 2094-50, C.2 to C.5, for white at a half: from (1, 0.5) by (1.65, 0.825) to (most, 1).
      let t = Double(step) / 100
      let light = (1 - t) * (1 - t) + 2 * t * (1 - t) * 1.65 + t * t * most
      let result = (1 - t) * (1 - t) * 0.5 + 2 * t * (1 - t) * 0.825 + t * t
      #expect(abs(curve.gain(light) * light / result - 1) < 0.01)
    }
  }

  @Test(arguments: [0.0, 100, 203])
  func lightThatIsNotAboveWhiteStays(peak: Double) {
    let curve = ToneCurve(peak: peak)
    for light in [0, 0.1, 0.9, 1] { #expect(curve.gain(light) == 1) }
  }
}
