internal import Raster
internal import Stages

/// Decodes the frames of a GIF and draws them on a canvas, as browsers do.
///
/// Memory holds one frame's indices; the file is read in pieces.
final class GIFPainter: FramePainter {
  let info: SourceInfo

  /// The survey, with records of reported damage.
  private var survey: GIFSurvey
  private let decoder: GIFFrameDecoder
  private let source: ByteSource
  private var decodingWarnings: WarningList
  private var lost: Set<Int> = []

  /// Surveys a GIF.
  ///
  /// - Throws: ``ReadingError``.
  init(_ source: ByteSource, options: ReadingOptions = ReadingOptions()) throws {
    self.source = source
    let reader = ByteReader(source)
    survey = try GIFSurveyor.survey(reader, options: options)
    info = survey.info(byteCount: source.byteCount)
    decoder = GIFFrameDecoder(reader)
    decodingWarnings = WarningList(isStrict: options.isStrict, of: source)
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  /// The stored frames.
  var coded: CodedGIF { CodedGIF(survey, source) }

  func startsDecoding(_ index: Int) -> Bool { survey.records[index].startsDecoding }

  /// Pixels of a GIF are opaque or leave the canvas unchanged, so only clearing and damage add
  /// transparency.
  func mayUncover(_ index: Int) -> Bool {
    let record = survey.records[index]
    return record.isUnterminated || record.isReported
      || (index > 0 && survey.records[index - 1].disposal == .clear)
  }

  func isLost(_ index: Int) -> Bool { lost.contains(index) }

  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame {
    let record = survey.records[index]
    var colors = try decoder.localColors(record) ?? survey.globalColors
    if record.hasTransparency { colors = colors.withTransparent(record.transparentIndex) }
    let indices = try decoder.decode(record, on: survey.size)
    let isComplete = indices.count == record.neededPixels(on: survey.size)
    if !isComplete { try reportShort(index, indices) }
    // A truncated last frame shows its decoded part, even if that is empty.
    if !isComplete, indices.count == 0, !record.isUnterminated { lost.insert(index) }

    let visible = info.frames[index].rect
    let drawing = GIFPatch(
      indices: indices, colors: colors, x: Int(record.x), y: Int(record.y), visible: visible)
    let writesTransparent = !record.hasTransparency || canvas.isBlank(visible)
    let patch = Patch(
      rect: visible, disposal: record.disposal,
      writesEveryPixel: writesTransparent && isComplete,
      startsBlank: record.replaces(survey.size))
    return canvas.draw(index, patch) { picture, stride in
      drawing.draw(onto: picture, stride: stride, writesTransparent: writesTransparent)
    }
  }

  private func reportShort(_ index: Int, _ indices: GIFIndices) throws {
    let record = survey.records[index]
    guard !record.isReported, !record.isUnterminated else { return }
    survey.records[index].isReported = true
    try decodingWarnings.report(
      ReadingWarning(
        kind: .damagedFrame, frame: index, byteOffset: record.dataOffset,
        detail: "frame \(index) is damaged after \(indices.count) of "
          + "\(Int(record.width) * Int(record.height)) pixels; the others are missing"))
  }
}
