internal import Stages

/// Collects what was tolerated, or makes it an error; bounded, since a file can have any number of
/// faults.
struct WarningList {
  /// How many are kept one by one.
  static let capacity = 1000

  private(set) var warnings: [ReadingWarning] = []
  private let isStrict: Bool

  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// - Throws: ``ReadingError/damaged(_:)`` when damage is not tolerated and this is
  ///   ``ReadingWarning/Kind/isDamage``.
  mutating func report(_ warning: ReadingWarning) throws {
    if isStrict, warning.kind.isDamage { throw ReadingError.damaged(warning) }
    if warnings.count < Self.capacity {
      warnings.append(warning)
    } else if warnings.count == Self.capacity {
      warnings.append(
        ReadingWarning(
          kind: warning.kind,
          detail: "damage beyond the first \(Self.capacity) places is not listed"))
    }
  }
}
