internal import Raster
internal import Stages

/// Decodes the frames of a PNG or APNG and draws them on a canvas.
///
/// A frame that replaces the canvas is decoded directly into the image, row by row. Others need one
/// more row; only a composited interlaced frame needs memory for all of its pixels.
final class PNGPainter: FramePainter {
  let info: SourceInfo

  /// The survey, with records of reported damage.
  private var survey: PNGSurvey
  private let reader: ByteReader
  private var decodingWarnings: WarningList
  private var scratch: [UInt32] = []
  private var lost: Set<Int> = []
  private var ahead: PatchesAhead<PNGPatch>?
  var handsOnWide = false

  /// Surveys a PNG.
  ///
  /// - Throws: ``ReadingError``.
  init(_ source: ByteSource, options: ReadingOptions) throws {
    reader = ByteReader(source)
    survey = try PNGSurveyor.survey(reader, options: options)
    decodingWarnings = WarningList(isStrict: options.isStrict, of: source)
    if survey.isLastUncertain { try Self.dropLastIfShort(&survey, reader) }
    info = survey.info(byteCount: source.byteCount)
  }

  var orientation: PictureOrientation { survey.orientation }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  var decodesAhead: Bool {
    get { ahead != nil }
    set {
      if newValue == (ahead != nil) { return }
      ahead = newValue && survey.records.count > 1 ? makeAhead() : nil
    }
  }

  private func makeAhead() -> PatchesAhead<PNGPatch> {
    let (survey, source) = (survey, reader.source)
    return PatchesAhead(
      count: survey.records.count,
      isWorthwhile: { survey.records[$0].rect.size.area >= 1 << 12 },
      makeDecoder: {
        // Only one thread at a time uses it.
        nonisolated(unsafe) let reader = ByteReader(source)
        return { try PNGPatch(survey.records[$0], of: survey, reader) }
      })
  }

  func startsDecoding(_ index: Int) -> Bool { survey.records[index].startsDecoding }

  func isLost(_ index: Int) -> Bool { lost.contains(index) }

  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame {
    let record = survey.records[index]
    let replaces = survey.replaces(record) || canvas.isBlank(record.rect)
    let patch = Patch(
      rect: record.rect, disposal: record.disposal,
      writesEveryPixel: replaces && !survey.header.isInterlaced,
      startsBlank: replaces)
    let decoded = try ahead?.take(index)
    let frame = try canvas.draw(index, patch) { picture, stride in
      let target = picture + (record.rect.y * stride + record.rect.x)
      decoded?.place(onto: target, stride: stride, replaces: replaces)
      let missing =
        if let decoded {
          decoded.missing
        } else if replaces {
          try PNGPatch.decode(record, of: survey, reader, into: target, stride: stride)
        } else {
          try composite(record, onto: target, stride: stride)
        }
      if let missing {
        if missing.isAll { lost.insert(index) }
        try report(missing, index)
      }
    }
    if handsOnWide, survey.isWideStill { frame.pixels.wide = try decodeWide(record) }
    return frame
  }

  /// The only picture again, with all 16 bits of its samples; its data has been decoded before.
  private func decodeWide(_ record: PNGFrameRecord) throws -> WidePicture? {
    let size = record.rect.size
    var rows = try PNGRowReader(
      size, of: survey, PNGDataStream(record, reader), keepsDepth: true)
    var isWhole = true
    var pixels = [WidePicture.Pixel](repeating: .zero, count: size.area)
    try pixels.withUnsafeMutableBufferPointer { pixels in
      for _ in 0..<max(rows.passes, 1) {
        for y in 0..<size.height where isWhole {
          if try rows.next(wide: pixels.baseAddress! + y * size.width) != .row { isWhole = false }
        }
      }
    }
    guard isWhole else { return nil }
    survey.conversion?.convert(&pixels)
    return WidePicture(size: size, pixels: pixels)
  }

  /// Decodes and composites a frame; missing rows leave the canvas unchanged.
  private func composite(
    _ record: PNGFrameRecord, onto target: UnsafeMutablePointer<UInt32>, stride: Int
  ) throws -> PNGPatch.Missing? {
    let size = record.rect.size
    let isWhole = survey.header.isInterlaced
    let needed = isWhole ? size.area : size.width
    if scratch.count < needed { scratch = [UInt32](repeating: 0, count: needed) }
    return try scratch.withUnsafeMutableBufferPointer { scratch in
      let base = scratch.baseAddress!
      if isWhole {
        base.update(repeating: 0, count: needed)
        let missing = try PNGPatch.decode(
          record, of: survey, reader, into: base, stride: size.width)
        for y in 0..<size.height {
          StraightAlpha.overlay(target + y * stride, base + y * size.width, size.width)
        }
        return missing
      }
      var rows = try PNGRowReader(size, of: survey, PNGDataStream(record, reader))
      for y in 0..<size.height {
        if case .damaged(let reason) = try rows.next(into: base) {
          return PNGPatch.Missing(rows: size.height - y, reason: reason, isAll: y == 0)
        }
        StraightAlpha.overlay(target + y * stride, base, size.width)
      }
      return nil
    }
  }

  /// Reports damage that checksums do not reveal. A file whose only image is damaged cannot be
  /// read.
  private func report(_ missing: PNGPatch.Missing, _ index: Int) throws {
    let record = survey.records[index]
    if survey.records.count == 1 {
      throw ReadingError.malformed(
        detail: "the data of the only picture is damaged (\(missing.reason)); "
          + "\(missing.rows) of \(record.rect.height) rows are missing",
        frame: index, byteOffset: record.dataOffset)
    }
    if record.isReported { return }
    survey.records[index].isReported = true
    try decodingWarnings.report(
      ReadingWarning(
        kind: .damagedFrame, frame: index, byteOffset: record.dataOffset,
        detail: "frame \(index) is damaged (\(missing.reason)); "
          + "\(missing.rows) of \(record.rect.height) rows are missing"))
  }

  /// A file that ends after the data of its last frame may end between two of its chunks. Only
  /// decoding can detect this; an incomplete frame is dropped.
  private static func dropLastIfShort(_ survey: inout PNGSurvey, _ reader: ByteReader) throws {
    let index = survey.records.count - 1
    let record = survey.records[index]
    guard !record.isReported else { return }
    var rows = try PNGRowReader(record.rect.size, of: survey, PNGDataStream(record, reader))
    var row = [UInt32](repeating: 0, count: record.rect.width)
    for _ in 0..<max(rows.passes, 1) * record.rect.height {
      guard case .damaged = try rows.next(into: &row) else { continue }
      guard index > 0 else {
        throw ReadingError.truncated(
          detail: "the file ends before its first frame is complete", frame: 0,
          byteOffset: reader.source.byteCount)
      }
      survey.records.removeLast()
      survey.warnings.append(
        ReadingWarning(
          kind: .truncated, frame: index, byteOffset: reader.source.byteCount,
          detail: "the file ends inside frame \(index), which is lost"))
      return
    }
  }
}
