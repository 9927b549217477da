internal import Raster
internal import Stages

/// Decodes the frames of a WebP and draws them on a canvas.
///
/// A frame that replaces the canvas is decoded directly into the image; others need memory for
/// their pixels.
final class WebPPainter: FramePainter {
  let info: SourceInfo

  /// The survey, with records of reported damage.
  private var survey: WebPSurvey
  private let decoder: WebPImageDecoder
  private var decodingWarnings: WarningList
  private var scratch: [UInt32] = []
  private var lost: Set<Int> = []

  /// Surveys a WebP.
  ///
  /// - Throws: ``ReadingError``.
  init(_ source: ByteSource, options: ReadingOptions) throws {
    let reader = ByteReader(source)
    survey = try WebPSurveyor.survey(reader, options: options)
    info = survey.info(byteCount: source.byteCount)
    decoder = WebPImageDecoder(reader, survey.conversion)
    decodingWarnings = WarningList(isStrict: options.isStrict, of: source)
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  /// The data of a frame, twice while it is read, its separate pixels, and libwebp's copy.
  var decodingBytes: Int {
    survey.records.map { 2 * Int($0.dataBytes) + 12 * $0.rect.size.area }.max() ?? 0
  }

  func startsDecoding(_ index: Int) -> Bool { survey.records[index].startsDecoding }

  func isLost(_ index: Int) -> Bool { survey.records[index].isUnusable || lost.contains(index) }

  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame {
    let record = survey.records[index]
    let visible = info.frames[index].rect
    let replaces = record.replaces || canvas.isBlank(visible)
    let patch = Patch(
      rect: visible, disposal: record.disposal, writesEveryPixel: replaces && !record.isUnusable,
      startsBlank: replaces)
    return try canvas.draw(index, patch) { picture, stride in
      guard !record.isUnusable, !visible.isEmpty else { return }
      let target = picture + (visible.y * stride + visible.x)
      let isInside = visible == record.rect
      let rows =
        replaces && isInside
        ? try decoder.decode(record, into: target, stride: stride)
        : try drawFromScratch(record, visible, onto: target, stride: stride, replaces: replaces)
      if rows == 0 { lost.insert(index) }
      if rows < record.rect.height { try report(index, rows: rows) }
    }
  }

  /// Decodes a frame separately and draws its part on the canvas.
  ///
  /// - Returns: the number of decoded rows; those below are transparent.
  private func drawFromScratch(
    _ record: WebPFrameRecord, _ visible: PixelRect, onto target: UnsafeMutablePointer<UInt32>,
    stride: Int, replaces: Bool
  ) throws -> Int {
    let width = record.rect.width
    if scratch.count < record.rect.size.area {
      scratch = [UInt32](repeating: 0, count: record.rect.size.area)
    }
    return try scratch.withUnsafeMutableBufferPointer { scratch in
      guard let base = scratch.baseAddress else { return record.rect.height }
      let rows = try decoder.decode(record, into: base, stride: width)
      for y in 0..<visible.height {
        // Offsets are never negative, so only the right and the lower part can be missing.
        if replaces {
          (target + y * stride).update(from: base + y * width, count: visible.width)
        } else {
          StraightAlpha.overlay(target + y * stride, base + y * width, visible.width)
        }
      }
      return rows
    }
  }

  /// A file whose only image has no rows cannot be read.
  private func report(_ index: Int, rows: Int) throws {
    let record = survey.records[index]
    if survey.records.count == 1, rows == 0 {
      throw ReadingError.malformed(
        detail: "no part of the only frame can be decoded", frame: index,
        byteOffset: record.dataOffset)
    }
    if record.isReported { return }
    survey.records[index].isReported = true
    try decodingWarnings.report(
      ReadingWarning(
        kind: .damagedFrame, frame: index, byteOffset: record.dataOffset,
        detail: "frame \(index) is damaged after \(rows) of \(record.rect.height) rows; "
          + "the others are missing"))
  }
}
