internal import AnimTiming
internal import Messages
internal import Raster
internal import Stages

/// The result of walking the chunks of a PNG.
struct PNGSurvey {
  let header: PNGHeader
  /// The content of `PLTE`; empty if the colour type does not use it.
  var palette: [UInt8] = []
  /// The content of `tRNS`; empty without one.
  var transparency: [UInt8] = []
  /// Never empty.
  var records: [PNGFrameRecord] = []
  /// Whether the frames belong to an animation rather than the still image.
  var isAnimation = false
  /// The content of `acTL`; nil for a still image.
  var declaredPlays: LoopCount?
  /// Whether the file ends after the last frame's data without an end chunk.
  var isLastUncertain = false
  /// The comments, at most ``SourceInfo/Metadata/maxComments`` characters.
  var metadata = SourceInfo.Metadata()
  /// The conversion of rows to sRGB; nil if they are sRGB, and for a palette, whose entries are
  /// converted.
  private(set) var conversion: ColorConversion?
  /// The rotation that makes the images upright, from Exif.
  var orientation = PictureOrientation.upright
  /// Tolerated damage.
  var warnings: [ReadingWarning] = []

  /// Whether it is a still picture of 16 bits a sample.
  var isWideStill: Bool { header.bitDepth == 16 && !isAnimation }

  /// Whether a pixel may be transparent.
  var hasTransparency: Bool { header.colorType.hasAlphaChannel || !transparency.isEmpty }

  /// Converts the palette, or arranges the conversion of rows.
  mutating func take(_ conversion: ColorConversion?) {
    guard let conversion, header.colorType == .palette else {
      self.conversion = conversion
      return
    }
    var colors = stride(from: 0, to: palette.count, by: 3).map { index in
      palette[index..<index + 3].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    conversion.convert(&colors, colors.count)
    palette = colors.flatMap { color -> [UInt8] in
      [UInt8(color & 255), UInt8(color >> 8 & 255), UInt8(color >> 16 & 255)]
    }
  }

  /// Whether a frame replaces the previous content of its rectangle.
  func replaces(_ record: PNGFrameRecord) -> Bool {
    record.blend == .source || !hasTransparency
  }

  /// The same survey in the general form.
  ///
  /// A still image has no delay. With the browser policy, which is the default, it lasts 100 ms,
  /// like a GIF frame without one.
  func info(byteCount: Int64) -> SourceInfo {
    let frames = records.map { record in
      var frame = SourceInfo.Frame(
        delay: record.delay, rect: record.rect, disposal: record.disposal, blend: record.blend,
        isInterlaced: header.isInterlaced)
      frame.byteCount = record.dataEnd - record.dataOffset
      return frame
    }
    var info = SourceInfo(
      kind: isAnimation ? .apng : .png, size: header.size, frames: frames,
      plays: declaredPlays ?? .plays(1), declaresPlays: declaredPlays != nil,
      alpha: SourceInfo.AlphaPresence(of: frames, on: header.size) { _ in !hasTransparency },
      defaultPolicy: .browser, metadata: metadata, byteCount: byteCount, warnings: warnings)
    info.sampleDepth = max(8, Int(header.bitDepth))
    if isAnimation, header.bitDepth == 16 {
      info.reasonForBytes = "the pictures of an animated PNG are composed in 8"
    }
    return info
  }

  /// Records for every frame whether it is a restart point, in an array without spare room.
  mutating func markStarts() {
    var starts = DecodingStarts(canvas: header.size)
    records = records.map { record in
      var record = record
      record.startsDecoding = starts.visit(
        record.rect, record.disposal, replaces: replaces(record))
      return record
    }
  }
}
