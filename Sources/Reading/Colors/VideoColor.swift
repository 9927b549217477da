internal import Libav
internal import Messages
internal import Stages

/// How the samples of a video, or of an AVIF, become sRGB.
struct VideoColor: Sendable, Hashable {
  var matrix: YCbCrMatrix
  var isFullRange: Bool
  /// The meaning of the samples after conversion to red, green and blue.
  var light: LightCoding
  /// Whether samples are also passed on unchanged, because their high dynamic range is kept.
  var isKept: Bool
  /// The tags that were ignored, as a sentence part; nil if the colours are correct.
  var caveat: String?

  /// Reads a stream's tags. Untagged video is treated as BT.601 below 720 lines and as BT.709 from
  /// there on, which is usually what its makers intended, and untagged high dynamic range as
  /// BT.2020.
  ///
  /// - Parameters:
  ///   - height: in lines; 0 if BT.601 is intended regardless of the size.
  ///   - subject: the name of the input in messages.
  ///   - canKeep: whether high dynamic range can be kept.
  /// - Throws: ``ReadingError/unsupported(detail:remedy:)`` for ICtCp, and for high dynamic range
  ///   that must be refused.
  init(
    _ tags: ColorTags.Names, height: Int, isRGB: Bool, subject: String = "the video",
    canKeep: Bool = false, _ range: ReadingOptions.HighDynamicRange
  ) throws {
    let transfer: LightCoding.Transfer =
      switch tags.transfer {
      case "smpte2084": .pq
      case "arib-std-b67": .hlg
      case "linear": .linear
      default: .standard
      }
    try range.check(transfer, of: subject, keptOf: !canKeep ? .videos : isRGB ? .yCbCr : nil)
    let isHigh = transfer.isHighDynamicRange
    isKept = isHigh && range == .keep
    isFullRange = tags.range == "pc" || isRGB
    switch tags.matrix {
    case "bt709": matrix = .bt709
    case "bt470bg", "smpte170m": matrix = .bt601
    case "fcc": matrix = .fcc
    case "smpte240m": matrix = .smpte240m
    case "bt2020nc", "bt2020c": matrix = .bt2020
    case "ictcp":
      throw ReadingError.unsupported(
        detail: "the colours of \(subject) are ICtCp, which animconv does not convert",
        remedy: "convert it to YCbCr in a video editor first")
    default: matrix = isHigh ? .bt2020 : height < 720 ? .bt601 : .bt709
    }
    switch tags.primaries {
    case "bt2020": light = LightCoding(transfer: transfer, primaries: .bt2020)
    case "smpte432": light = LightCoding(transfer: transfer, primaries: .displayP3)
    case "unknown" where isHigh: light = LightCoding(transfer: transfer, primaries: .bt2020)
    default: light = LightCoding(transfer: transfer, primaries: .standard)
    }
    if ["smpte431", "film", "smpte428"].contains(tags.primaries) {
      caveat =
        "the colours are tagged \(tags.primaries) and treated as BT.709, so they look paler than "
        + "intended"
    }
  }

  /// The note for users about the colours, as a sentence part; nil if there is none.
  var note: ConversionMessage? {
    guard light.transfer.isHighDynamicRange, !isKept else { return nil }
    return ConversionMessage(ReadingOptions.HighDynamicRange.note(on: light.transfer))
  }
}
