public import Stages

extension Conversion.Report {
  /// What a conversion did, as a value that can be stored or sent to another process.
  ///
  /// The report itself is not `Codable`, because it holds the plan that was followed; see
  /// ``Conversion/Plan/Summary``.
  public struct Summary: Codable, Hashable, Sendable {
    /// The decisions.
    public let plan: Conversion.Plan.Summary
    /// The files that were written.
    public let outputs: [Output]
    /// Damage in the input that was tolerated.
    public let warnings: [ReadingWarning]
    /// The tries to reach a number of bytes or a quality, in order.
    public let tries: [Conversion.Try]
    /// The notes, with settings named as in Swift.
    public let notes: [String]

    /// One written file, or folder.
    public struct Output: Codable, Hashable, Sendable {
      /// Its path, or its name in messages.
      public let name: String
      /// Number of frames in it.
      public let frameCount: Int
      /// Bytes of the file, or of all files in the folder.
      public let byteCount: Int64
    }
  }

  /// What this report says, as a value that can be stored.
  public var summary: Summary {
    Summary(
      plan: plan.summary,
      outputs: outputs.map {
        Summary.Output(
          name: $0.planned.output.name, frameCount: $0.frameCount, byteCount: $0.byteCount)
      },
      warnings: warnings, tries: tries, notes: notes.map(\.description))
  }
}
