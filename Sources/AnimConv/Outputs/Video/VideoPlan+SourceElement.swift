internal import AnimTiming
internal import Raster
internal import Reading
internal import Writing

extension VideoPlan {
  func sourceElement(frameCount: Int, total: RationalTime) -> SourceElement? {
    SourceElement(
      rank: (encoding.hasAlpha ? 0 : 10) + encoding.codec.rank,
      type: type(frameCount: frameCount, total: total))
  }

  private func type(frameCount: Int, total: RationalTime) -> String {
    let media =
      switch encoding.container {
      case .mp4: "video/mp4"
      case .mov: "video/quicktime"
      case .webm: "video/webm"
      }
    let video: String? =
      switch encoding.codec {
      case .av1: encoding.nameOfAV1(level: AV1Level(encoding.codedSize, frameCount, total).text)
      case .vp9: "vp9"
      case .vp8: "vp8"
      // Every browser plays H.264; browsers that play HEVC and ProRes recognize the container.
      case .h264, .hevc, .prores: nil
      }
    guard let video else { return media }
    let sound = sound.kept.flatMap { Self.soundNames[$0.codec] }
    guard let sound else { return "\(media); codecs=\(video)" }
    return "\(media); codecs=\"\(video), \(sound)\""
  }

  /// Names of codecs by RFC 6381.
  private static let soundNames = [
    "aac": "mp4a.40.2", "mp3": "mp4a.6B", "opus": "opus", "vorbis": "vorbis",
  ]
}

extension VideoCodec {
  /// The order in which browsers should try codecs, smallest files first.
  fileprivate var rank: Int {
    switch self {
    case .av1: 0
    case .vp9: 1
    case .hevc: 2
    case .vp8: 3
    case .h264: 4
    case .prores: 5
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
