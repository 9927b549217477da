internal import Libav
internal import Messages
internal import Stages

/// How the samples of a video, or of an AVIF, become sRGB.
struct VideoColor: Sendable, Hashable {
  var matrix: RGBAConverter.Matrix
  var isFullRange: Bool
  /// What could not be honoured, as a sentence part; nil when the colours are right.
  var caveat: String?

  /// Reads a stream's tags. Untagged video counts as BT.601 below 720 lines and as BT.709 from
  /// there on, which is what its makers mostly meant.
  ///
  /// - Throws: ``ReadingError/unsupported(detail:remedy:)`` for high dynamic range: shown as if it
  ///   were sRGB, it would be silently wrong.
  ///
  /// - Parameters:
  ///   - height: in lines; 0 where BT.601 is meant whatever the size is.
  ///   - subject: what people call it.
  init(
    _ tags: ColorTags.Names, height: Int, isRGB: Bool, subject: String = "the video"
  ) throws {
    if ["smpte2084", "arib-std-b67"].contains(tags.transfer) {
      let name = tags.transfer == "smpte2084" ? "PQ" : "HLG"
      throw ReadingError.unsupported(
        detail: "\(subject) has high dynamic range (\(name)), which animconv does not convert to "
          + "sRGB",
        remedy: "tone-map it to SDR first")
    }
    isFullRange = tags.range == "pc" || isRGB
    switch tags.matrix {
    case "bt709": matrix = .bt709
    case "bt470bg", "smpte170m": matrix = .bt601
    case "fcc": matrix = .fcc
    case "smpte240m": matrix = .smpte240m
    case "bt2020nc", "bt2020c": matrix = .bt2020
    default: matrix = height < 720 ? .bt601 : .bt709
    }
    let wide = ["bt2020", "smpte431", "smpte432", "film", "smpte428"]
    if wide.contains(tags.primaries) {
      caveat =
        "the colours are tagged \(tags.primaries) and treated as BT.709, so they look paler than "
        + "intended"
    }
  }
}
