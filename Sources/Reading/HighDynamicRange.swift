internal import Messages
internal import Stages

/// What becomes of high dynamic range: PQ and HLG.
public enum HighDynamicRange: String, Sendable, Hashable, CaseIterable {
  /// It is mapped to sRGB as Chromium shows it: SMPTE ST 2094-50, annex C.
  case tonemap
  /// The input is refused.
  case refuse
  /// It stays as it is: for videos that become HEVC or AV1 in the same shape. Others are refused.
  case keep

  /// What alone the range can be kept of.
  enum Keepable {
    case videos
    /// Red, green and blue would have to become samples of other values.
    case yCbCr
  }

  /// - Parameters:
  ///   - subject: what people call it.
  ///   - transfer: of high dynamic range.
  ///   - only: what it would have to be for its range to stay as it is; nil when it is.
  /// - Throws: ``ReadingError/unsupported(detail:remedy:)`` when it is to be refused, or to be kept and
  ///   cannot.
  func check(
    _ transfer: LightCoding.Transfer, of subject: String, keptOf only: Keepable? = .videos
  ) throws {
    guard transfer.isHighDynamicRange else { return }
    let (reason, conversion): (String, String)
    switch (self, only) {
    case (.tonemap, _), (.keep, nil): return
    case (.refuse, _): (reason, conversion) = ("", "tone-map it to SDR")
    case (.keep, .videos):
      (reason, conversion) = (", which animconv keeps of videos only", "tone-map it to SDR")
    case (.keep, .yCbCr):
      (reason, conversion) = (", which animconv keeps of YCbCr only", "convert it to YCbCr")
    }
    throw ReadingError.unsupported(
      detail: "\(subject) has high dynamic range (\(transfer.name))\(reason)",
      remedy: "\(conversion) first, or choose \(setting: "hdr", case: Self.tonemap.rawValue)")
  }

  /// What a user should hear of the mapping, as a sentence part.
  static func note(on transfer: LightCoding.Transfer) -> String {
    "high dynamic range (\(transfer.name)) becomes standard range, as Chromium shows it"
  }
}
