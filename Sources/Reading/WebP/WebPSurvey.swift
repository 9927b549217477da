internal import AnimTiming
internal import Raster
internal import Stages

/// Everything in the chunks of a WebP, without decoding pixels.
struct WebPSurvey {
  /// The canvas.
  var size = PixelSize(width: 0, height: 0)
  /// Every frame in order.
  var records: [WebPFrameRecord] = []
  /// Whether the frames belong to an animation rather than a still image.
  var isAnimation = false
  /// The content of `ANIM`; nil without one.
  var declaredPlays: LoopCount?
  /// The conversion of pixels to sRGB; nil if they are sRGB.
  var conversion: ColorConversion?
  var metadata = SourceInfo.Metadata()
  /// Tolerated damage.
  var warnings: [ReadingWarning] = []

  /// The same survey in the general form.
  ///
  /// A still image has no delay. The background colour of `ANIM` is a hint that browsers ignore:
  /// the canvas starts transparent.
  func info(byteCount: Int64) -> SourceInfo {
    let canvas = PixelRect(size)
    let frames = records.map { record in
      var frame = SourceInfo.Frame(
        delay: isAnimation ? .milliseconds(Int64(record.delay)) : .missing,
        rect: record.rect.intersection(canvas), disposal: record.disposal, blend: record.blend)
      frame.byteCount = Int64(record.dataBytes)
      return frame
    }
    let alpha =
      records[0].isUnusable
      ? .present
      : SourceInfo.AlphaPresence(of: frames, on: size) {
        !records[$0].hasAlpha && !records[$0].isReported
      }
    return SourceInfo(
      kind: .webp, size: size, frames: frames, plays: declaredPlays ?? .plays(1),
      declaresPlays: declaredPlays != nil, alpha: alpha, defaultPolicy: .browser,
      metadata: metadata, byteCount: byteCount, warnings: warnings)
  }

  /// Records for every frame whether it is a restart point.
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
