public import AnimTiming

extension Conversion.Timing {
  /// A program's own rule that turns the stored delays of an input into durations.
  ///
  /// ```swift
  /// conversion.timing.delayRule = TimingOptions.DelayRule { delays in
  ///   delays.map { max($0.time ?? .zero, .milliseconds(20)) }
  /// }
  /// ```
  ///
  /// Two are equal if they are the same object.
  public final class DelayRule: Sendable {
    let durations: @Sendable ([Delay]) throws -> [RationalTime]

    /// - Parameter durations: returns a duration above zero for each delay. Called for each plan,
    ///   and its result must depend only on its argument. Errors that do not conform to
    ///   ``StageFailure`` are reported as those of a ``CustomInput`` are.
    public init(_ durations: @escaping @Sendable ([Delay]) throws -> [RationalTime]) {
      self.durations = durations
    }
  }
}

extension Conversion.Timing.DelayRule: Hashable {
  /// Whether both are the same object.
  public static func == (a: Conversion.Timing.DelayRule, b: Conversion.Timing.DelayRule) -> Bool {
    a === b
  }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
