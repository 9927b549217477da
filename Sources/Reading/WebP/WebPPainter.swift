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
  private let reader: ByteReader
  private var scratch: [UInt32] = []
  private var ahead: PatchesAhead<WebPPatch>?
  private var lost: Set<Int> = []

  /// Surveys a WebP.
  ///
  /// - Throws: ``ReadingError``.
  init(_ source: ByteSource, options: ReadingOptions) throws {
    reader = ByteReader(source)
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

  var decodesAhead: Bool {
    get { ahead != nil }
    set {
      if newValue == (ahead != nil) { return }
      ahead = newValue && survey.records.count > 1 ? makeAhead() : nil
    }
  }

  private func makeAhead() -> PatchesAhead<WebPPatch> {
    let (records, conversion, source) = (survey.records, survey.conversion, reader.source)
    return PatchesAhead(
      count: records.count,
      isWorthwhile: { !records[$0].isUnusable && records[$0].rect.size.area >= 1 << 12 },
      makeDecoder: {
        // Only one thread at a time uses it.
        nonisolated(unsafe) let decoder = WebPImageDecoder(ByteReader(source), conversion)
        return { try WebPPatch(records[$0], decoder) }
      })
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
    let decoded = try ahead?.take(index)
    return try canvas.draw(index, patch) { picture, stride in
      guard !record.isUnusable, !visible.isEmpty else { return }
      let target = picture + (visible.y * stride + visible.x)
      if let decoded {
        decoded.pixels.withUnsafeBufferPointer {
          Self.place(
            $0.baseAddress!, record, visible, onto: target, stride: stride, replaces: replaces)
        }
        if decoded.rows == 0 { lost.insert(index) }
        if decoded.rows < record.rect.height { try report(index, rows: decoded.rows) }
        return
      }
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
      Self.place(base, record, visible, onto: target, stride: stride, replaces: replaces)
      return rows
    }
  }

  /// Draws the visible part of a frame's pixels on the canvas.
  private static func place(
    _ pixels: UnsafePointer<UInt32>, _ record: WebPFrameRecord, _ visible: PixelRect,
    onto target: UnsafeMutablePointer<UInt32>, stride: Int, replaces: Bool
  ) {
    let width = record.rect.width
    for y in 0..<visible.height {
      // Offsets are never negative, so only the right and lower parts can be missing.
      if replaces {
        (target + y * stride).update(from: pixels + y * width, count: visible.width)
      } else {
        StraightAlpha.overlay(target + y * stride, pixels + y * width, visible.width)
      }
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

/// The pixels of one frame that were decoded before it is drawn.
private struct WebPPatch: Sendable {
  let pixels: [UInt32]
  /// The number of decoded rows; those below are transparent.
  let rows: Int

  init(_ record: WebPFrameRecord, _ decoder: WebPImageDecoder) throws {
    let size = record.rect.size
    var rows = 0
    pixels = try [UInt32](unsafeUninitializedCapacity: size.area) { space, count in
      rows = try decoder.decode(record, into: space.baseAddress!, stride: size.width)
      count = size.area
    }
    self.rows = rows
  }
}
