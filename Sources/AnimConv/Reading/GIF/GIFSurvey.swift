internal import AnimTiming

/// All that the blocks of a GIF tell without decompressing a pixel.
struct GIFSurvey {
  /// The canvas: as declared, grown to the first frame when that is larger (as browsers do).
  var size = PixelSize(width: 0, height: 0)
  /// The colours of frames without a table of their own.
  var globalColors = GIFColorTable(colors: [])
  /// Every frame in order.
  var records: [GIFFrameRecord] = []
  /// Total plays that a looping extension asks for; nil without one.
  var declaredPlays: LoopCount?
  /// Text of comment extensions, at most ``GIFSurveyor/maxComments``.
  var comments: [String] = []
  /// What was wrong and was tolerated.
  var warnings: [ReadingWarning] = []

  /// The same in the words of all formats.
  func info(byteCount: Int64) -> SourceInfo {
    var frames: [SourceFrame] = []
    frames.reserveCapacity(records.count)
    let canvas = PixelRect(size)
    for record in records {
      frames.append(
        SourceFrame(
          delay: record.hasControl ? .centiseconds(Int64(record.delay)) : .missing,
          rect: record.declaredRect.intersection(canvas),
          disposal: record.disposal,
          blend: record.hasTransparency ? .over : .source,
          isInterlaced: record.isInterlaced))
    }
    return SourceInfo(
      kind: .gif, size: size, frames: frames, plays: declaredPlays ?? .plays(1),
      declaresPlays: declaredPlays != nil,
      alpha: frames[0].rect == canvas ? .possible : .present, defaultPolicy: .browser,
      comments: comments, byteCount: byteCount, warnings: warnings)
  }

  /// Notes for every frame whether decoding can start with it: because it replaces the whole
  /// canvas, or because the canvas is blank before it.
  ///
  /// A frame that replaces everything but whose disposal restores what was before is no such
  /// start: the frame after it needs the pixels from before.
  mutating func markStarts() {
    let canvas = PixelRect(size)
    var isBlank = true
    for index in records.indices {
      let record = records[index]
      let disposal = record.disposal
      records[index].startsDecoding =
        isBlank || (record.replaces(size) && disposal != .restorePrevious)
      switch disposal {
      case .keep: isBlank = isBlank && record.neededPixels(on: size) == 0
      case .clear: isBlank = isBlank || record.declaredRect.contains(canvas)
      case .restorePrevious: break
      }
    }
  }
}
