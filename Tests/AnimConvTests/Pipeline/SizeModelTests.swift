import Testing

@testable import AnimConv

@Suite struct SizeModelTests {
  private func place(_ falls: [Double], _ others: [Int] = []) -> SizeModel.Place {
    SizeModel.Place(falls: falls, others: others)
  }

  @Test func predictsTheUsualSizeBeforeAnyTry() {
    let model = SizeModel(startsWithJump: [false, true], origin: 10)
    #expect(model.logSize(place([0.5, 0.25])) == 9.25)
  }

  /// NumPy's `linalg.solve` on the same covariances.
  static let expected: [(falls: [Double], others: Int, logSize: Double)] = [
    ([0.5, 0], 0, 12.700099861070948), ([0.8, 0], 0, 12.526646560393933),
    ([2, 0], 0, 11.847336892386014), ([1, 0.2], 0, 12.01345212470063),
    ([1.2, 0.3], 0, 11.767793968858948), ([1.2, 0.5], 2, 10.861149877526334),
    ([1.2, 0.5], 3, 11.48927951087439),
  ]

  @Test(arguments: expected)
  func triesAreExplainedAsNumPyDoes(falls: [Double], others: Int, logSize: Double) {
    var model = SizeModel(startsWithJump: [false, true], origin: 13)
    model.note(place([0.5, 0], [0]), logSize: 12.7)
    model.note(place([1.2, 0], [0]), logSize: 12.3)
    model.note(place([1.2, 0.2], [0]), logSize: 11.9)
    model.note(place([1.2, 0.4], [2]), logSize: 11)
    #expect(abs(model.logSize(place(falls, [others])) - logSize) < 1e-9)
  }

  /// A constant slope is found with two tries, and usually with one.
  @Test(arguments: [0.4, 0.7, 1, 1.4, 2])
  func slopesAreLearned(slope: Double) {
    var model = SizeModel(startsWithJump: [false], origin: 12)
    model.note(place([1]), logSize: 12 - slope)
    #expect(abs(model.logSize(place([0.5])) - (12 - 0.5 * slope)) < 0.03)
    model.note(place([0.5]), logSize: 12 - 0.5 * slope)
    for fall in [0.25, 0.75, 0.9, 1.1] {
      #expect(abs(model.logSize(place([fall])) - (12 - fall * slope)) < 0.015, "\(fall)")
    }
  }

  /// Between tries, a bent curve is predicted by a cubic spline, which is closer than a straight
  /// line.
  @Test func bendsAreFollowed() {
    func curve(_ fall: Double) -> Double { 12 - 0.6 * fall - 0.25 * fall * fall }
    var model = SizeModel(startsWithJump: [false], origin: 12)
    for fall in [0.8, 1.6] { model.note(place([fall]), logSize: curve(fall)) }
    let straight = (curve(0.8) + curve(1.6)) / 2
    let error = abs(model.logSize(place([1.2])) - curve(1.2))
    #expect(error < 0.5 * abs(straight - curve(1.2)))
  }

  /// The same point twice, which occurs if sizes do not fall, must not cause a division by zero.
  @Test func equalPlacesDoNoHarm() {
    var model = SizeModel(startsWithJump: [false], origin: 12)
    for _ in 0..<6 { model.note(place([0]), logSize: 11) }
    #expect(model.logSize(place([0])) == 12)
    for _ in 0..<6 { model.note(place([1]), logSize: 11.5) }
    #expect(abs(model.logSize(place([1])) - 11.5) < 0.01)
  }
}
