/// The duration of one frame as its file declares it, before a ``DelayPolicy`` is applied.
///
/// A missing delay, a zero delay and 10 ms are three different values.
public enum Delay: Hashable, Sendable {
  /// The file gives no delay: a GIF frame without a Graphic Control Extension, a still picture.
  case missing
  /// The file gives this many ticks of this unit.
  case declared(ticks: Int64, timebase: Timebase)

  /// A GIF delay in 1/100 s.
  public static func centiseconds(_ value: Int64) -> Delay {
    .declared(ticks: value, timebase: .centiseconds)
  }

  /// A WebP or atlas delay in 1/1000 s.
  public static func milliseconds(_ value: Int64) -> Delay {
    .declared(ticks: value, timebase: .milliseconds)
  }

  /// An APNG delay of `numerator / denominator` seconds; a denominator of 0 means 100
  /// (PNG specification, third edition, `fcTL`).
  public static func fraction(_ numerator: UInt16, _ denominator: UInt16) -> Delay {
    .declared(
      ticks: Int64(numerator), timebase: Timebase(1, denominator == 0 ? 100 : Int64(denominator)))
  }

  /// The declared time; nil when missing, or when it does not fit ``RationalTime``.
  public var time: RationalTime? {
    guard case .declared(let ticks, let timebase) = self else { return nil }
    return try? RationalTime(ticks: ticks, timebase: timebase)
  }
}

extension Delay: CustomStringConvertible {
  /// `missing`, `0 s`, `0.07 s`.
  public var description: String {
    guard case .declared(let ticks, let timebase) = self else { return "missing" }
    return time?.description ?? "\(ticks) x \(timebase)"
  }
}
