internal import CLibrary

extension VisibleDifference {
  /// Sums of the errors of one scale.
  struct Errors {
    /// Pixels.
    let count: Int
    /// The errors and their fourth powers, for each XYB channel and each of three maps: lost
    /// structure, ringing, blurring.
    var sums = [Double](repeating: 0, count: 18)

    init(count: Int) { self.count = count }

    /// In the order of the weights: the means of the three maps, then the fourth roots of the means of
    /// fourth powers.
    func values(_ channel: Int) -> [Double] {
      let means = sums[(6 * channel)..<(6 * channel + 6)].map { $0 / Double(count) }
      return [means[0], means[2], means[4]] + [means[1], means[3], means[5]].map { sqrt(sqrt($0)) }
    }
  }
}
