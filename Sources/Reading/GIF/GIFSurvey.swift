internal import AnimTiming
internal import Raster
internal import Stages

/// All that the blocks of a GIF tell without decompressing a pixel.
struct GIFSurvey {
  /// The canvas: as declared, grown to the first frame when that is larger (as browsers do).
  var size = PixelSize(width: 0, height: 0)
  /// The colours of frames without a table of their own.
  var globalColors = GIFColorTable(colors: [])
  /// How many of them the file has.
  var globalColorCount = 0
  /// Every frame in order.
  var records: [GIFFrameRecord] = []
  /// Total plays that a looping extension asks for; nil without one.
  var declaredPlays: LoopCount?
  /// Of comments, at most ``SourceMetadata/maxComments``.
  var metadata = SourceMetadata()
  /// What was wrong and was tolerated.
  var warnings: [ReadingWarning] = []

  /// The same in the words of all formats.
  func info(byteCount: Int64) -> SourceInfo {
    var frames: [SourceFrame] = []
    frames.reserveCapacity(records.count)
    let canvas = PixelRect(size)
    for (index, record) in records.enumerated() {
      var frame = SourceFrame(
        delay: record.hasControl ? .centiseconds(Int64(record.delay)) : .missing,
        rect: record.declaredRect.intersection(canvas),
        disposal: record.disposal,
        blend: record.hasTransparency ? .over : .source,
        isInterlaced: record.isInterlaced)
      // Up to the next one, with what lies between; the trailer is none of the last one's.
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

  /// Notes for every frame whether decoding can start with it.
  mutating func markStarts() {
    var starts = DecodingStarts(canvas: size)
    for index in records.indices {
      let record = records[index]
      records[index].startsDecoding = starts.visit(
        record.declaredRect, record.disposal, replaces: record.replaces(size),
        draws: record.neededPixels(on: size) > 0)
    }
  }
}
