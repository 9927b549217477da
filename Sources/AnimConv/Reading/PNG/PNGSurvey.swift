internal import AnimTiming

/// What a walk over the chunks of a PNG found.
struct PNGSurvey {
  let header: PNGHeader
  /// The content of `PLTE`; empty when the colour type has no use for it.
  var palette: [UInt8] = []
  /// The content of `tRNS`; empty without one.
  var transparency: [UInt8] = []
  /// Never empty.
  var records: [PNGFrameRecord] = []
  /// Whether the frames are those of an animation and not the still picture.
  var isAnimation = false
  /// What `acTL` says; nil for a still picture.
  var declaredPlays: LoopCount?
  /// Whether the file ends behind the last frame's data without saying that it is all.
  var isLastUncertain = false
  /// Text for people, at most ``PNGSurveyor/maxComments``.
  var comments: [String] = []
  /// What was wrong and was tolerated.
  var warnings: [ReadingWarning] = []

  /// Whether a pixel can be other than opaque.
  var hasTransparency: Bool { header.colorType.hasAlphaChannel || !transparency.isEmpty }

  /// Whether a frame replaces what was in its rectangle.
  func replaces(_ record: PNGFrameRecord) -> Bool {
    record.blend == .source || !hasTransparency
  }

  /// The same in the words of all formats.
  ///
  /// A still picture has no delay. Under the policy of browsers, which is the default, that makes
  /// it 100 ms long, as for a GIF frame without one.
  func info(byteCount: Int64) -> SourceInfo {
    SourceInfo(
      kind: isAnimation ? .apng : .png, size: header.size,
      frames: records.map { record in
        SourceFrame(
          delay: record.delay, rect: record.rect, disposal: record.disposal, blend: record.blend,
          isInterlaced: header.isInterlaced)
      },
      plays: declaredPlays ?? .plays(1), declaresPlays: declaredPlays != nil, alpha: alpha,
      defaultPolicy: .browser, comments: comments, byteCount: byteCount, warnings: warnings)
  }

  /// What the headers tell. Where damage leaves pixels out of pictures that cannot say transparent,
  /// those are transparent all the same and are not counted here.
  private var alpha: AlphaPresence {
    let canvas = PixelRect(header.size)
    if records[0].rect != canvas { return .present }
    if hasTransparency { return .possible }
    // What was cleared shows unless the next frame covers it.
    let staysCovered = zip(records, records.dropFirst()).allSatisfy { before, after in
      before.disposal != .clear || after.rect.contains(before.rect)
    }
    let firstStays = records[0].disposal != .restorePrevious || records.count == 1
    return staysCovered && firstStays ? .absent : .possible
  }

  /// Notes for every frame whether decoding can start with it: because it replaces the whole
  /// canvas, or because the canvas is blank before it.
  ///
  /// A frame that replaces everything but whose disposal restores what was before is no such
  /// start: the frame after it needs the pixels from before.
  mutating func markStarts() {
    let canvas = PixelRect(header.size)
    var isBlank = true
    for index in records.indices {
      let record = records[index]
      let coversAll = record.rect == canvas
      records[index].startsDecoding =
        isBlank || (coversAll && replaces(record) && record.disposal != .restorePrevious)
      switch record.disposal {
      case .keep: isBlank = false
      case .clear: isBlank = isBlank || coversAll
      case .restorePrevious: break
      }
    }
  }
}
