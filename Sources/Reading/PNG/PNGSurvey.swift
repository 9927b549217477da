internal import AnimTiming
internal import Messages
internal import Raster
internal import Stages

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
  /// Of comments, at most ``SourceMetadata/maxComments``.
  var metadata = SourceMetadata()
  /// How rows become sRGB; nil where they are, and for a palette, whose entries are.
  private(set) var conversion: ColorConversion?
  /// How the pictures become upright, as Exif says.
  var orientation = PictureOrientation.upright
  /// What was wrong and was tolerated.
  var warnings: [ReadingWarning] = []

  /// Whether it is a still picture of 16 bits a sample.
  var isWideStill: Bool { header.bitDepth == 16 && !isAnimation }

  /// Whether a pixel can be other than opaque.
  var hasTransparency: Bool { header.colorType.hasAlphaChannel || !transparency.isEmpty }

  /// Converts the palette, or has all rows converted.
  mutating func take(_ conversion: ColorConversion?) {
    guard let conversion, header.colorType == .palette else {
      self.conversion = conversion
      return
    }
    var colors = stride(from: 0, to: palette.count, by: 3).map { index in
      UInt32(palette[index]) | UInt32(palette[index + 1]) << 8 | UInt32(palette[index + 2]) << 16
    }
    conversion.convert(&colors, colors.count)
    palette = colors.flatMap {
      [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255)]
    }
  }

  /// Whether a frame replaces what was in its rectangle.
  func replaces(_ record: PNGFrameRecord) -> Bool {
    record.blend == .source || !hasTransparency
  }

  /// The same in the words of all formats.
  ///
  /// A still picture has no delay. Under the policy of browsers, which is the default, that makes
  /// it 100 ms long, as for a GIF frame without one.
  func info(byteCount: Int64) -> SourceInfo {
    let frames = records.map { record in
      var frame = SourceFrame(
        delay: record.delay, rect: record.rect, disposal: record.disposal, blend: record.blend,
        isInterlaced: header.isInterlaced)
      frame.byteCount = record.dataEnd - record.dataOffset
      return frame
    }
    var info = SourceInfo(
      kind: isAnimation ? .apng : .png, size: header.size, frames: frames,
      plays: declaredPlays ?? .plays(1), declaresPlays: declaredPlays != nil,
      alpha: AlphaPresence(of: frames, on: header.size) { _ in !hasTransparency },
      defaultPolicy: .browser, metadata: metadata, byteCount: byteCount, warnings: warnings)
    info.sampleDepth = max(8, Int(header.bitDepth))
    if isAnimation, header.bitDepth == 16 {
      info.reasonForBytes = "the pictures of an animated PNG are composed in 8"
    }
    return info
  }

  /// Notes for every frame whether decoding can start with it.
  mutating func markStarts() {
    var starts = DecodingStarts(canvas: header.size)
    for index in records.indices {
      let record = records[index]
      records[index].startsDecoding = starts.visit(
        record.rect, record.disposal, replaces: replaces(record))
    }
  }
}
