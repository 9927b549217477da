internal import CLibrary

/// What sizes to expect of choices that have not been tried, by those that have.
///
/// Of some axes it is known how sizes fall along them. How much faster or slower they do so differs from
/// clip to clip and changes slowly along an axis: a Gaussian process with a slope that wanders. Between
/// two tries it expects what a cubic spline would, far from any what is usual.
///
/// A prediction takes time in proportion to the number of tries, a new try to its third power.
struct SizeModel {
  /// Where a choice on each axis lies.
  struct Place {
    /// By how much the natural logarithm of the size should have fallen, for each axis that tells.
    var falls: [Double]
    /// The choices on all other axes.
    var others: [Int]
  }

  // Standard deviations, on 14 clips with four encoders of which all factors were tried.
  /// Of the slope where an axis begins; 1 is usual.
  private static let slopeSpread = 0.4
  /// Of its change over an e-th of the size.
  private static let slopeChange = 0.15
  /// Of a size from the curve.
  private static let unevenness = 0.005
  /// Of the jump with which some axes begin, as scaling does.
  private static let jump = 0.1
  /// Of a choice on such an axis from the curve, whatever the choices on the others are.
  private static let jumpUnevenness = 0.025
  /// Of what choices on an axis change that tells nothing.
  private static let unknown = 1.0

  /// For each axis that tells, whether what its first choice changes is less sure than what others do.
  private let startsWithJump: [Bool]
  private var places: [Place] = []
  /// How far the logarithm of the size of each place was from what was expected of it before any try.
  private var residuals: [Double] = []
  private var weights: [Double] = []
  /// The natural logarithm of the size without any change.
  private let origin: Double

  init(startsWithJump: [Bool], origin: Double) {
    self.startsWithJump = startsWithJump
    self.origin = origin
  }

  /// - Parameter logSize: the natural logarithm of the size.
  mutating func note(_ place: Place, logSize: Double) {
    places.append(place)
    residuals.append(logSize - usual(place))
    weights = solve()
  }

  /// The natural logarithm of the size to expect.
  func logSize(_ place: Place) -> Double {
    zip(places, weights).reduce(usual(place)) { $0 + $1.1 * covariance($1.0, place) }
  }

  private func usual(_ place: Place) -> Double { origin - place.falls.reduce(0, +) }

  private func covariance(_ first: Place, _ second: Place) -> Double {
    var sum = 0.0
    for (axis, falls) in zip(first.falls, second.falls).enumerated() {
      // A Wiener process for the slope, integrated.
      let (near, far) = (min(falls.0, falls.1), max(falls.0, falls.1))
      sum += Self.slopeSpread * Self.slopeSpread * near * far
      sum += Self.slopeChange * Self.slopeChange * near * near * (far / 2 - near / 6)
      guard startsWithJump[axis], near > 0 else { continue }
      sum += Self.jump * Self.jump
      if near == far { sum += Self.jumpUnevenness * Self.jumpUnevenness }
    }
    if first.others == second.others, first.others.contains(where: { $0 > 0 }) {
      sum += Self.unknown * Self.unknown
    }
    return sum
  }

  /// The weights with which the tries' covariances explain their residuals, by Cholesky decomposition.
  private func solve() -> [Double] {
    let count = places.count
    var lower = Array(repeating: Array(repeating: 0.0, count: count), count: count)
    var solution = residuals
    for row in 0..<count {
      for column in 0...row {
        var sum = covariance(places[row], places[column])
        if row == column { sum += Self.unevenness * Self.unevenness }
        for index in 0..<column { sum -= lower[row][index] * lower[column][index] }
        // Its least value but for rounding is the variance that was added.
        lower[row][column] =
          row == column
          ? max(sum, Self.unevenness * Self.unevenness / 2).squareRoot()
          : sum / lower[column][column]
      }
      for index in 0..<row { solution[row] -= lower[row][index] * solution[index] }
      solution[row] /= lower[row][row]
    }
    for row in (0..<count).reversed() {
      for index in row + 1..<count { solution[row] -= lower[index][row] * solution[index] }
      solution[row] /= lower[row][row]
    }
    return solution
  }
}
