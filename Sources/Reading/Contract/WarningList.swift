internal import Stages

/// Collects tolerated damage, each kind once, or makes it an error; bounded, because a file can
/// have any number of faults.
struct WarningList {
  /// The number of individually stored warnings.
  static let capacity = 1000

  private(set) var warnings: [ReadingWarning] = []
  /// The stored warnings.
  private var reported: Set<ReadingWarning> = []
  /// Whether a change of the file was detected.
  private var hasChanged = false
  private let isStrict: Bool
  /// The input, if it may change while it is read.
  private let source: ByteSource?

  /// - Parameter source: checked for changes when there is something to report.
  init(isStrict: Bool, of source: ByteSource? = nil) {
    self.isStrict = isStrict
    self.source = source
  }

  /// - Throws: ``ReadingError/damaged(_:)`` if damage is not tolerated and this is
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

  /// Damage that the survey did not see occurred later, and may be anywhere.
  private static func ofChange(_ warning: ReadingWarning) -> ReadingWarning {
    var warning = warning
    warning.detail += "; the file has changed since it was opened, so further damage is not listed"
    return warning
  }
}
