internal import AnimTiming
internal import Raster
internal import Stages

/// All that the chunks of a WebP tell without decoding a pixel.
struct WebPSurvey {
  /// The canvas.
  var size = PixelSize(width: 0, height: 0)
  /// Every frame in order.
  var records: [WebPFrameRecord] = []
  /// Whether the frames are those of an animation and not one still picture.
  var isAnimation = false
  /// What `ANIM` says; nil without one.
  var declaredPlays: LoopCount?
  /// How pixels become sRGB; nil where they are.
  var conversion: ColorConversion?
  var metadata = SourceMetadata()
  /// What was wrong and was tolerated.
  var warnings: [ReadingWarning] = []

  /// The same in the words of all formats.
  ///
  /// A still picture has no delay. The background colour of `ANIM` is a hint that browsers do not
  /// take: the canvas starts transparent.
  func info(byteCount: Int64) -> SourceInfo {
    let canvas = PixelRect(size)
    let frames = records.map { record in
      var frame = SourceFrame(
        delay: isAnimation ? .milliseconds(Int64(record.delay)) : .missing,
        rect: record.rect.intersection(canvas), disposal: record.disposal, blend: record.blend)
      frame.byteCount = Int64(record.dataBytes)
      return frame
    }
    let alpha =
      records[0].isUnusable
      ? .present
      : AlphaPresence(of: frames, on: size) { !records[$0].hasAlpha && !records[$0].isReported }
    return SourceInfo(
      kind: .webp, size: size, frames: frames, plays: declaredPlays ?? .plays(1),
      declaresPlays: declaredPlays != nil, alpha: alpha, defaultPolicy: .browser,
      metadata: metadata, byteCount: byteCount, warnings: warnings)
  }

  /// Notes for every frame whether decoding can start with it.
  mutating func markStarts() {
    var starts = DecodingStarts(canvas: size)
    let canvas = PixelRect(size)
    for index in records.indices {
      let record = records[index]
      let visible = record.rect.intersection(canvas)
      records[index].startsDecoding = starts.visit(
        visible, record.disposal, replaces: record.replaces, draws: !visible.isEmpty)
    }
  }
}
