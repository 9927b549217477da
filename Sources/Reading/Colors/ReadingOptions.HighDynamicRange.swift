internal import Messages
internal import Stages

extension ReadingOptions {
  /// The handling of high dynamic range: PQ and HLG.
  public enum HighDynamicRange: String, Sendable, Hashable, CaseIterable {
    /// It is mapped to sRGB like in Chromium: SMPTE ST 2094-50, annex C.
    case tonemap
    /// The input is refused.
    case refuse
    /// It is kept: for videos that become HEVC or AV1 without changes. Others are refused.
    case keep

    /// The only inputs whose range can be kept.
    enum Keepable {
      case videos
      /// Red, green and blue would need other sample values.
      case yCbCr
    }

    /// - Parameters:
    ///   - subject: its name in messages.
    ///   - transfer: a transfer of high dynamic range.
    ///   - only: the condition for keeping its range; nil if it is met.
    /// - Throws: ``ReadingError/unsupported(detail:remedy:)`` if it must be refused, or if it
    ///   should be kept but cannot be.
    func check(
      _ transfer: LightCoding.Transfer, of subject: String, keptOf only: Keepable? = .videos
    ) throws {
      guard transfer.isHighDynamicRange else { return }
      let (reason, conversion): (String, String)
      switch (self, only) {
      case (.tonemap, _), (.keep, nil): return
      case (.refuse, _): (reason, conversion) = ("", "tone-map it to SDR")
      case (.keep, .videos):
        (reason, conversion) = (", which animconv keeps only for videos", "tone-map it to SDR")
      case (.keep, .yCbCr):
        (reason, conversion) = (", which animconv keeps only for YCbCr", "convert it to YCbCr")
      }
      throw ReadingError.unsupported(
        detail: "\(subject) has high dynamic range (\(transfer.name))\(reason)",
        remedy: "\(conversion) first, or choose \(.hdr, case: Self.tonemap.rawValue)")
    }

    /// The note for users about the mapping, as a sentence part.
    static func note(on transfer: LightCoding.Transfer) -> String {
      "high dynamic range (\(transfer.name)) becomes standard range, as Chromium shows it"
    }
  }
}
