public import AnimTiming
public import Stages
package import Writing

/// What a conversion did.
public struct ConversionReport: Sendable {
  /// What was planned, and so was done: the written files were compared with it.
  public let plan: ConversionPlan
  /// The files that were written.
  public let outputs: [WrittenOutput]
  /// What was wrong with the input and was tolerated.
  public let warnings: [ReadingWarning]
  /// What was tried to reach a number of bytes, in order; the last that fits was written. Empty when
  /// none was asked for.
  public let tries: [SizeTry]

  /// Output frames, every baked play included.
  public var frameCount: Int { plan.frameCount }
  /// How long the output lasts.
  public var total: RationalTime { plan.timeline.totalTime }
}
