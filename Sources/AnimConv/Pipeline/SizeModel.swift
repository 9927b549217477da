internal import CLibrary

/// Predicts the sizes of untried choices from those that were tried.
///
/// For some axes the typical decrease of sizes is known. Its rate differs from clip to clip and
/// changes slowly along an axis, so it is modelled as a Gaussian process with a wandering slope.
/// Between two tries the prediction equals a cubic spline, even for clips unlike any that were
/// measured.
///
/// A prediction takes time linear in the number of tries, adding a try cubic time.
struct SizeModel {
  /// The place of a choice on each axis.
  struct Place {
    /// The expected decrease of the natural logarithm of the size, for each axis with a prediction.
    var falls: [Double]
    /// The choices on all other axes.
    var others: [Int]
  }

  // Standard deviations, measured on 14 clips with four encoders, with all factors tried.
  /// The standard deviation of the slope at the start of an axis; 1 is typical.
  private static let slopeSpread = 0.4
  /// The standard deviation of the slope's change for each factor of e in size.
  private static let slopeChange = 0.15
  /// The standard deviation of sizes from the curve.
  private static let unevenness = 0.005
  /// The standard deviation of the initial jump of some axes, such as scaling.
  private static let jump = 0.1
  /// The standard deviation of a choice on such an axis from the curve, for all choices on the
  /// other axes.
  private static let jumpUnevenness = 0.025
  /// The standard deviation of the effect of choices on an axis without a prediction.
  private static let unknown = 1.0

  /// For each axis with a prediction, whether the effect of its first choice is less certain than
  /// that of the others.
  private let startsWithJump: [Bool]
  private var places: [Place] = []
  /// The difference between the logarithm of each tried size and its initial prediction.
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

  /// The predicted natural logarithm of the size.
  func logSize(_ place: Place) -> Double {
    zip(places, weights).reduce(usual(place)) { $0 + $1.1 * covariance($1.0, place) }
  }

  private func usual(_ place: Place) -> Double { origin - place.falls.reduce(0, +) }

  private func covariance(_ first: Place, _ second: Place) -> Double {
    var sum = 0.0
    for (axis, falls) in zip(first.falls, second.falls).enumerated() {
      // An integrated Wiener process for the slope.
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

  /// The weights of the tries' covariances that explain their residuals, computed by Cholesky
  /// decomposition.
  private func solve() -> [Double] {
    let count = places.count
    var lower = Array(repeating: Array(repeating: 0.0, count: count), count: count)
    var solution = residuals
    for row in 0..<count {
      for column in 0...row {
        var sum = covariance(places[row], places[column])
        if row == column { sum += Self.unevenness * Self.unevenness }
        for index in 0..<column { sum -= lower[row][index] * lower[column][index] }
        // Apart from rounding, the smallest value is the added variance.
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
