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

  /// - Parameters:
  ///   - subject: what people call it.
  ///   - transfer: of high dynamic range.
  ///   - canKeep: whether the range can stay as it is.
  /// - Throws: ``ReadingError/unsupported(detail:remedy:)`` when it is to be refused, or to be kept and
  ///   cannot.
  func check(
    _ transfer: LightCoding.Transfer, of subject: String, canKeep: Bool = false
  ) throws {
    guard transfer.isHighDynamicRange else { return }
    let remedy: Message =
      "tone-map it to SDR first, or choose \(setting: "hdr", case: Self.tonemap.rawValue)"
    switch self {
    case .keep where !canKeep:
      throw ReadingError.unsupported(
        detail: "\(subject) has high dynamic range (\(transfer.name)), which animconv keeps of "
          + "videos only", remedy: remedy)
    case .refuse:
      throw ReadingError.unsupported(
        detail: "\(subject) has high dynamic range (\(transfer.name))", remedy: remedy)
    case .keep, .tonemap: return
    }
  }

  /// What a user should hear of the mapping, as a sentence part.
  static func note(on transfer: LightCoding.Transfer) -> String {
    "high dynamic range (\(transfer.name)) becomes standard range, as Chromium shows it"
  }
}
