internal import Messages
internal import Stages

/// What becomes of high dynamic range: PQ and HLG.
public enum HighDynamicRange: String, Sendable, Hashable, CaseIterable {
  /// It is mapped to sRGB as Chromium shows it: SMPTE ST 2094-50, annex C.
  case tonemap
  /// The input is refused.
  case refuse

  /// - Parameters:
  ///   - subject: what people call it.
  ///   - transfer: of high dynamic range.
  /// - Throws: ``ReadingError/unsupported(detail:remedy:)`` when it is to be refused.
  func check(_ transfer: LightCoding.Transfer, of subject: String) throws {
    guard self == .refuse, transfer.isHighDynamicRange else { return }
    throw ReadingError.unsupported(
      detail: "\(subject) has high dynamic range (\(transfer.name))",
      remedy: "tone-map it to SDR first, or choose \(setting: "hdr", case: Self.tonemap.rawValue)")
  }

  /// What a user should hear of the mapping, as a sentence part.
  static func note(on transfer: LightCoding.Transfer) -> String {
    "high dynamic range (\(transfer.name)) becomes standard range, as Chromium shows it"
  }
}
