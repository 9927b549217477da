internal import Libav

extension VideoEncoding {
  /// The codec string of AV1 for web pages (AV1 in ISO base media files, section 5):
  /// `av01.0.04M.08` or, with high dynamic range, `av01.0.04M.10.0.110.09.16.09.0`.
  ///
  /// The last six fields are given together or omitted; without them, 4:2:0 in BT.709 and limited
  /// range is assumed.
  ///
  /// - Parameter level: the level in the stream, in two digits.
  package func nameOfAV1(level: String) -> String {
    let isSubsampled = format.hasQuarterOfChroma
    let short = "av01.\(isSubsampled ? 0 : 1).\(level)M.\(format == .yuv420Deep ? "10" : "08")"
    if isSubsampled, light == nil { return short }
    let tags = colorTags.codePoints
    let colors = [tags.primaries, tags.transfer, tags.matrix].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let chroma = isSubsampled ? "11\(chromaLocationOfAV1)" : "000"
    return ([short, "0", chroma] + colors + [tags.isFullRange == true ? "1" : "0"])
      .joined(separator: ".")
  }

  /// The chroma position in the stream: 1 for left, 2 for upper left, 0 if unspecified.
  private var chromaLocationOfAV1: Int {
    // FFmpeg does not pass it to libaom.
    guard encoder == EncoderRecipe.svtAV1.name else { return 0 }
    return switch colorTags.chromaLocation {
    case .left, .number(1): 1
    case .number(3): 2
    default: 0
    }
  }
}
