internal import AnimPlay
package import AnimTiming
package import Reading
package import Stages

/// What a file contains and how animconv interprets it, without converting it.
package struct Inspection: Sendable {
  /// What the survey found.
  package let source: SourceInfo
  /// The delay policy that was applied.
  package let policy: DelayPolicy
  /// The resulting timing; nil if there is none, with the reason in ``timingError``.
  package let delays: ResolvedDelays?
  /// Why there are no durations, such as a zero delay under `verbatim`.
  package let timingError: TimingError?
  /// Whether any pixel of any frame is transparent.
  package let hasAlpha: Bool
  /// Damage in the file that was tolerated, including damage that decoding found.
  package let warnings: [ReadingWarning]

  /// Surveys an input, and decodes it as far as needed to detect transparency.
  ///
  /// - Parameters:
  ///   - policy: nil for the default of the input's kind.
  ///   - asked: settings that were given by name; a setting without effect is refused.
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
