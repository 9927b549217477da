/// A named rule that turns raw delays into durations.
///
/// Players handle short, zero and missing delays differently, so a conversion has to choose a rule.
/// Only a policy turns a ``Delay`` into a part of an ``AnimationTimeline``.
public enum DelayPolicy: Hashable, Sendable {
  /// Chromium and Firefox: cut to whole milliseconds; 10 ms or less, or missing, becomes 100 ms.
  case browser
  /// FLAnimatedImage: below 20 ms becomes 100 ms; a missing delay becomes that of the previous
  /// frame, or 100 ms for the first frame.
  case flanimatedimage
  /// The GIF demuxer of FFmpeg 5: below 20 ms, or missing, becomes 100 ms. Other releases differ.
  case ffmpeg
  /// Gifu: zero or missing becomes 1/15 s; other delays below 20 ms become 100 ms.
  case gifu
  /// As written; a zero or missing delay becomes `zeroDelay`, and is an error without it.
  case verbatim(zeroDelay: RationalTime?)
  /// Delays below `minimum`, and missing ones, become `replacement`. Both times must be above zero.
  ///
  /// `.minimum(1/30 s, replacement: 1/30 s)` is AVAnimator's floor; YYImage and SDWebImage use
  /// `.minimum(11 ms, replacement: 100 ms)`.
  case minimum(RationalTime, replacement: RationalTime)
}

extension DelayPolicy: LosslessStringConvertible {
  /// Reads a policy in the notation of users: `browser`, `flanimatedimage`, `ffmpeg`, `gifu`,
  /// `verbatim`, `verbatim:ZERO` or `MIN:REPLACEMENT`, in milliseconds above 0.
  ///
  /// Milliseconds may be decimals or fractions: `100/3:100/3` is a floor of 1/30 s. Seconds end
  /// with `s`. Nil for anything else. The inverse of ``description``, except for times that are not
  /// above 0, which no text has.
  public init?(_ text: String) {
    if let policy = Self.named.first(where: { $0.description == text }) {
      self = policy
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let second = Self.milliseconds(parts[1]) else { return nil }
    if parts[0] == "verbatim" {
      self = .verbatim(zeroDelay: second)
    } else if let first = Self.milliseconds(parts[0]) {
      self = .minimum(first, replacement: second)
    } else {
      return nil
    }
  }

  /// The policies that have a name and no parameters.
  public static let named: [DelayPolicy] = [
    .browser, .flanimatedimage, .ffmpeg, .gifu, .verbatim(zeroDelay: nil),
  ]

  /// The text that ``init(_:)`` reads.
  public var description: String {
    switch self {
    case .browser: "browser"
    case .flanimatedimage: "flanimatedimage"
    case .ffmpeg: "ffmpeg"
    case .gifu: "gifu"
    case .verbatim(nil): "verbatim"
    case .verbatim(let zeroDelay?): "verbatim:\(Self.number(zeroDelay))"
    case .minimum(let minimum, let replacement):
      "\(Self.number(minimum)):\(Self.number(replacement))"
    }
  }

  private static func milliseconds(_ text: Substring) -> RationalTime? {
    let isSeconds = text.hasSuffix("s")
    guard let value = Fraction(parsing: isSeconds ? text.dropLast() : text), value.numerator > 0
    else { return nil }
    // A time that does not fit is rejected.
    return try? RationalTime(value).multiplied(by: 1, over: isSeconds ? 1 : 1000)
  }

  private static func number(_ time: RationalTime) -> String {
    // Seconds, if milliseconds do not fit.
    (try? time.multiplied(by: 1000))?.fraction.text ?? "\(time.fraction.text)s"
  }
}
