internal import Stages

/// Collects what was tolerated, each once, or makes it an error; bounded, since a file can have any
/// number of faults.
struct WarningList {
  /// How many are kept one by one.
  static let capacity = 1000

  private(set) var warnings: [ReadingWarning] = []
  /// What was reported, as far as it is kept.
  private var reported: Set<ReadingWarning> = []
  /// Whether the file was found changed.
  private var hasChanged = false
  private let isStrict: Bool
  /// What is read, where it may change while it is.
  private let source: ByteSource?

  /// - Parameter source: looked at for changes when there is something to report.
  init(isStrict: Bool, of source: ByteSource? = nil) {
    self.isStrict = isStrict
    self.source = source
  }

  /// - Throws: ``ReadingError/damaged(_:)`` when damage is not tolerated and this is
  ///   ``ReadingWarning/Kind/isDamage``.
  mutating func report(_ warning: ReadingWarning) throws {
    if !hasChanged, warning.kind.isDamage, source?.hasChanged == true {
      hasChanged = true
      return try add(Self.ofChange(warning))
    }
    if !hasChanged { try add(warning) }
  }

  private mutating func add(_ warning: ReadingWarning) throws {
    if isStrict, warning.kind.isDamage { throw ReadingError.damaged(warning) }
    if warnings.count > Self.capacity || !reported.insert(warning).inserted { return }
    if warnings.count < Self.capacity {
      warnings.append(warning)
    } else {
      warnings.append(
        ReadingWarning(
          kind: warning.kind,
          detail: "damage beyond the first \(Self.capacity) places is not listed"))
    }
  }

  /// Damage that the survey did not see has come later, and is everywhere.
  private static func ofChange(_ warning: ReadingWarning) -> ReadingWarning {
    var warning = warning
    warning.detail += "; the file has changed since it was opened, so further damage is not listed"
    return warning
  }
}
