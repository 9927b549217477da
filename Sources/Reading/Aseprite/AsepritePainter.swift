internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Stages
internal import TextFormats

/// Composes the frames of an Aseprite file like the editor.
///
/// Every frame is drawn from scratch, unless it shows the same cels as the previous one.
final class AsepritePainter: FramePainter {
  let info: SourceInfo

  private let survey: AsepriteSurvey
  private let order: PlayOrder
  /// Whether a frame equals the previous one.
  private let repeats: [Bool]
  private let composer: AsepriteComposer
  private let conversion: ColorConversion?
  private var decodingWarnings: WarningList
  /// Offsets of reported damage.
  private var reported: Set<Int64> = []

  /// Surveys an Aseprite file.
  ///
  /// - Throws: ``ReadingError`` and, for an unknown tag, ``AtlasError``.
  init(_ source: ByteSource, options: ReadingOptions) throws {
    let reader = ByteReader(source)
    var survey = try AsepriteSurveyor.survey(reader, options: options)
    let colors = PictureColors(survey.colors, for: .rgb)
    if let warning = colors.warning { survey.warnings.append(warning) }
    conversion = colors.conversion
    let order = try survey.playOrder(tag: options.sheet.tag, limits: options.limits)
    let repeats = order.indices.indices.map { index in
      index > 0 && survey.areEqual(order.indices[index - 1], order.indices[index])
    }
    info = survey.info(
      order, tag: options.sheet.tag,
      offersChoice: options.sheet.tag == nil && !options.keepsAnimations, repeats: repeats,
      byteCount: source.byteCount)
    composer = AsepriteComposer(survey, reader)
    self.survey = survey
    self.order = order
    self.repeats = repeats
    decodingWarnings = WarningList(isStrict: options.isStrict)
    composer.report = { [unowned self] frame, offset, detail in
      try note(frame, offset, detail)
    }
  }

  /// The shown part of the frames if it is not everything in square pixels; nil otherwise.
  ///
  /// - Throws: ``ReadingError/unsuitedOptions(detail:remedy:)`` for a slice that does not exist or
  ///   is hidden in all played frames.
  func parts(_ options: ReadingOptions.Aseprite) throws -> PictureParts? {
    let scale =
      options.appliesPixelAspect
      ? survey.header.pixelRatio.reduced : PixelSize(width: 1, height: 1)
    guard let name = options.slice else {
      return scale.area == 1 ? nil : PictureParts(whole: info, scale: scale)
    }
    guard survey.slices.isFound else {
      throw ReadingError.noSuch("slice", name, known: survey.slices.names)
    }
    let parts = PictureParts(
      rects: order.indices.map { survey.slices.rect(in: $0) }, scale: scale)
    guard parts.size.area > 0 else {
      throw ReadingError.unsuitedOptions(
        detail: "the slice \(quoted(name)) is hidden in every frame", remedy: "choose another one")
    }
    return parts
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  /// Memory for facts about cels, one row, zlib's window, tiles, and the canvases of groups.
  var decodingBytes: Int {
    let depth =
      survey.header.composesGroups ? survey.layers.all.lazy.map(\.depth).max() ?? 0 : 0
    let tiles = survey.tilesets.values.map { $0.byteCount(survey.header.depth) }
    return survey.cels.count * 16 + survey.contents.count * 72 + 1 << 20
      + depth * survey.header.size.area * 4
      + max(tiles.max() ?? 0, min(AsepriteComposer.tileBudget, tiles.reduce(0, +)))
  }

  func startsDecoding(_ index: Int) -> Bool { !repeats[index] }

  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame {
    let rect = info.frames[index].rect
    let patch = Patch(rect: rect, disposal: .keep, writesEveryPixel: false, startsBlank: true)
    return try canvas.draw(index, patch) { picture, stride in
      let size = survey.header.size
      try composer.draw(
        order.indices[index], on: AsepriteSurface(base: picture, stride: stride, size: size))
      for y in 0..<size.height {
        conversion?.convert(picture + y * stride, size.width)
        StraightAlpha.normalise(picture + y * stride, size.width)
      }
    }
  }

  /// Linked cels and tiles are drawn often, but their damage is reported once.
  private func note(_ frame: Int, _ offset: Int64, _ detail: String) throws {
    guard reported.count <= WarningList.capacity, reported.insert(offset).inserted else { return }
    try decodingWarnings.report(
      ReadingWarning(kind: .damagedFrame, frame: frame, byteOffset: offset, detail: detail))
  }
}

extension PixelSize {
  /// The same proportion in lowest terms.
  fileprivate var reduced: PixelSize {
    let divisor = Int(greatestCommonDivisor(Int64(width), Int64(height)))
    return PixelSize(width: width / divisor, height: height / divisor)
  }
}
