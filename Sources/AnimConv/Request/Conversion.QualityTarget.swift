internal import TextFormats

extension Conversion {
  /// The lowest quality of an output: ``Converter`` finds the smallest file with at least this
  /// quality.
  ///
  /// ```swift
  /// conversion.qualityTarget = QualityTarget(80)
  /// ```
  public struct QualityTarget: Codable, Sendable, Hashable {
    /// How quality is measured. The raw values are the names on the command line.
    public enum Measure: String, Codable, Sendable, Hashable, CaseIterable {
      /// The 10th percentile of SSIMULACRA2 over time, see ``OutputComparison/SSIMULACRA2/p10``: 90
      /// where no difference is visible, 70 where it is hard to notice without comparing.
      case ssimulacra2
      /// The mean structural similarity of luma, see ``OutputComparison/ssim``, from 0 to 1.
      case ssim

      /// The accepted scores.
      package var range: ClosedRange<Double> {
        switch self {
        case .ssimulacra2: 1...100
        case .ssim: 0.5...1
        }
      }

      /// Its name in messages.
      package var title: String {
        switch self {
        case .ssimulacra2: "SSIMULACRA2"
        case .ssim: "SSIM"
        }
      }
    }

    /// The lowest acceptable score.
    public var least: Double
    /// How it is measured.
    public var measure: Measure

    /// - Parameter least: 1 to 100 for SSIMULACRA2, 0.5 to 1 for SSIM.
    public init(_ least: Double, _ measure: Measure = .ssimulacra2) {
      self.least = least
      self.measure = measure
    }

    /// `80`, `ssimulacra2=80`, `ssim=0.98`; nil for anything else and for scores out of range. The
    /// inverse of ``description`` for scores in range.
    public init?(_ text: String) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let measure = parts.count == 1 ? .ssimulacra2 : Measure(rawValue: String(parts[0])),
        let least = Self.score(parsing: parts[parts.count - 1], measure)
      else { return nil }
      self.init(least, measure)
    }

    /// A score of a measure; nil for other texts and for scores out of range.
    static func score(parsing text: some StringProtocol, _ measure: Measure) -> Double? {
      guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || 48...57 ~= $0 }),
        let score = Double(text), measure.range.contains(score)
      else { return nil }
      return score
    }
  }
}

extension Conversion.QualityTarget: LosslessStringConvertible {
  /// The text that ``init(_:)`` reads: `ssim=0.98`. The score is exact.
  public var description: String { "\(measure.rawValue)=\(least)" }
}

extension Conversion.QualityTarget.Measure {
  /// A score as messages show it: `80.31`, or `0.9812`.
  package func text(_ score: Double) -> String {
    switch self {
    case .ssimulacra2: fixedDecimals(score, 2, rounding: .towardZero)
    case .ssim: fixedDecimals(max(0, score), 4, rounding: .towardZero)
    }
  }
}
