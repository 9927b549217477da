package import AnimTiming
package import Reading
package import Stages

/// What a file says and what animconv makes of it, without converting it.
package struct Inspection: Sendable {
  /// What the survey found.
  package let source: SourceInfo
  /// The policy that decided.
  package let policy: DelayPolicy
  /// What it decided; nil when it cannot, with the reason in ``timingError``.
  package let delays: ResolvedDelays?
  /// Why there are no durations, such as a zero delay under `verbatim`.
  package let timingError: TimingError?
  /// Whether any pixel of any frame is transparent.
  package let hasAlpha: Bool
  /// What was wrong with the file and was tolerated, including damage that decoding found.
  package let warnings: [ReadingWarning]

  /// Surveys an input, and decodes it as far as is needed to know whether it is transparent.
  ///
  /// - Parameters:
  ///   - policy: nil for the default of the input's kind.
  ///   - asked: settings that were asked for by name; one that changes nothing is refused.
  /// - Throws: ``ConversionError``.
  package init(
    _ input: AnimationInput, options: ReadingOptions = .init(), policy: DelayPolicy? = nil,
    asked: [AskedSetting] = []
  ) throws {
    do {
      let source = try openSource(input, options: options)
      for setting in asked { try setting.checkEffect(onInspecting: source.info) }
      self.source = source.info
      self.policy = policy ?? source.info.defaultPolicy
      do throws(TimingError) {
        delays = try self.policy.resolve(source.info.frames.lazy.map(\.delay))
        timingError = nil
      } catch {
        delays = nil
        timingError = error
      }
      hasAlpha =
        switch source.info.alpha {
        case .absent: false
        case .present: true
        case .possible: try source.detectAlpha()
        }
      warnings = source.info.warnings + source.warnings
    } catch {
      throw ConversionError.wrapping(error, file: input.name, stage: .reading)
    }
  }
}
