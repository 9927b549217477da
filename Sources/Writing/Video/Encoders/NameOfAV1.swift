internal import AnimTiming
internal import Libav
internal import Raster

extension EncoderRecipe {
  /// The codec string of AV1 for web pages (AV1 in ISO base media files, section 5):
  /// `av01.0.04M.08` or, with high dynamic range, `av01.0.04M.10.0.110.09.16.09.0`.
  ///
  /// The last six fields are given together or omitted; without them, 4:2:0 in BT.709 and limited
  /// range is assumed.
  static let mediaNameOfAV1: @Sendable (VideoEncoding, Int, RationalTime) -> String? = {
    encoding, frames, total in
    let level = AV1Level(encoding.codedSize, frames, total).text
    let isSubsampled = encoding.format.hasQuarterOfChroma
    let bits = encoding.format == .yuv420Deep ? "10" : "08"
    let short = "av01.\(isSubsampled ? 0 : 1).\(level)M.\(bits)"
    if isSubsampled, encoding.light == nil { return short }
    let tags = encoding.colorTags.codePoints
    let colors = [tags.primaries, tags.transfer, tags.matrix].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let chroma = isSubsampled ? "11\(encoding.chromaLocationOfAV1)" : "000"
    return ([short, "0", chroma] + colors + [tags.isFullRange == true ? "1" : "0"])
      .joined(separator: ".")
  }
}

extension VideoEncoding {
  /// The chroma position in the stream: 1 for left, 2 for upper left, 0 if unspecified.
  fileprivate var chromaLocationOfAV1: Int {
    guard recipe.storesChromaPosition else { return 0 }
    return switch colorTags.chromaLocation {
    case .left, .number(1): 1
    case .number(3): 2
    default: 0
    }
  }
}

/// The lowest level of AV1 that a video fits in (AV1 specification, annex A.3).
private struct AV1Level {
  let text: String

  /// The level in the stream, the largest frame size in pixels, and the largest number of pixels
  /// per second.
  private static let levels: [(index: Int, pixels: Int, rate: Int)] = [
    (0, 147_456, 4_423_680), (1, 278_784, 8_363_520), (4, 665_856, 19_975_680),
    (5, 1_065_024, 31_950_720), (8, 2_359_296, 70_778_880), (9, 2_359_296, 141_557_760),
    (12, 8_912_896, 267_386_880), (13, 8_912_896, 534_773_760), (14, 8_912_896, 1_069_547_520),
    (16, 35_651_584, 1_069_547_520), (17, 35_651_584, 2_139_095_040),
  ]

  init(_ size: PixelSize, _ frameCount: Int, _ total: RationalTime) {
    let shown = Double(size.area * frameCount) * Double(total.denominator)
    let rate = shown / Double(max(total.numerator, 1))
    let level =
      Self.levels.first { size.area <= $0.pixels && rate <= Double($0.rate) } ?? Self.levels.last!
    text = level.index < 10 ? "0\(level.index)" : "\(level.index)"
  }
}
