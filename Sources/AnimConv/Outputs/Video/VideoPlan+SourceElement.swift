internal import AnimTiming
internal import Raster
internal import Reading
internal import Writing

extension VideoPlan {
  func sourceElement(frameCount: Int, total: RationalTime) -> SourceElement? {
    SourceElement(
      rank: (encoding.hasAlpha ? 0 : 10) + encoding.recipe.browserRank,
      type: type(frameCount: frameCount, total: total))
  }

  private func type(frameCount: Int, total: RationalTime) -> String {
    let media =
      switch encoding.container {
      case .mp4: "video/mp4"
      case .mov: "video/quicktime"
      case .webm: "video/webm"
      }
    let video = encoding.mediaName(frameCount: frameCount, total: total)
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
