internal import AnimTiming
internal import Raster
internal import Stages

/// Everything in the blocks of a GIF, without decompressing pixels.
struct GIFSurvey {
  /// The canvas: as declared, enlarged to the first frame if that is larger, as in browsers.
  var size = PixelSize(width: 0, height: 0)
  /// The colours of frames without their own table.
  var globalColors = GIFColorTable(colors: [])
  /// The number of these colours that the file has.
  var globalColorCount = 0
  /// Every frame in order.
  var records: [GIFFrameRecord] = []
  /// The loop count of a looping extension; nil without one.
  var declaredPlays: LoopCount?
  /// The comments, at most ``SourceInfo/Metadata/maxComments`` characters.
  var metadata = SourceInfo.Metadata()
  /// Tolerated damage.
  var warnings: [ReadingWarning] = []

  /// The same survey in the general form.
  func info(byteCount: Int64) -> SourceInfo {
    var frames: [SourceInfo.Frame] = []
    frames.reserveCapacity(records.count)
    let canvas = PixelRect(size)
    for (index, record) in records.enumerated() {
      var frame = SourceInfo.Frame(
        delay: record.hasControl ? .centiseconds(Int64(record.delay)) : .missing,
        rect: record.declaredRect.intersection(canvas),
        disposal: record.disposal,
        blend: record.hasTransparency ? .over : .source,
        isInterlaced: record.isInterlaced)
      // The bytes up to the next frame, including data between them; the trailer does not belong to
      // the last frame.
      let end = index + 1 < records.count ? records[index + 1].offset : byteCount - 1
      frame.byteCount = end - record.offset
      frames.append(frame)
    }
    return SourceInfo(
      kind: .gif, size: size, frames: frames, plays: declaredPlays ?? .plays(1),
      declaresPlays: declaredPlays != nil,
      alpha: frames[0].rect == canvas ? .possible : .present, defaultPolicy: .browser,
      metadata: metadata, byteCount: byteCount, warnings: warnings)
  }

  /// Records for every frame whether it is a restart point, in an array without spare room.
  mutating func markStarts() {
    var starts = DecodingStarts(canvas: size)
    records = records.map { record in
      var record = record
      record.startsDecoding = starts.visit(
        record.declaredRect, record.disposal, replaces: record.replaces(size),
        draws: record.neededPixels(on: size) > 0)
      return record
    }
  }
}
