internal import Raster
internal import Stages

/// The chunks with images.
extension WebPSurveyor {
  /// The chunks of one image.
  private struct Picture {
    /// The image's own header; nil if it is damaged or missing.
    var header: WebPImageHeader?
    var hasAlphaChunk = false
    /// The end of its last chunk.
    var end: Int64
    var isCut = false
  }

  /// Finds the image among the chunks of one level.
  private func findPicture(from start: Int64, to end: Int64) throws -> Picture {
    var walker = WebPChunkWalker(reader, from: start, to: end)
    var picture = Picture(end: end)
    while let chunk = try walker.next() {
      let type = chunk.known
      if type == .alpha {
        picture.hasAlphaChunk = true
      } else if type == .lossy || type == .lossless {
        let bytes = try content(of: chunk, WebPImageHeader.byteCount) ?? []
        picture.header =
          type == .lossy ? WebPImageHeader(lossy: bytes) : WebPImageHeader(lossless: bytes)
        picture.end = chunk.offset + Int64(chunk.byteCount)
        picture.isCut = chunk.isCut
        break
      }
    }
    return picture
  }

  /// Reads a still picture.
  ///
  /// - Parameter chunk: its first chunk.
  /// - Throws: ``ReadingError/malformed(detail:frame:byteOffset:)`` without a usable header.
  mutating func readStill(from chunk: WebPChunk, end: Int64) throws {
    let start = chunk.offset - Int64(WebPChunk.headerByteCount)
    let picture = try findPicture(from: start, to: end)
    guard let header = picture.header else {
      throw ReadingError.malformed(
        detail: "the header of the picture is damaged", frame: 0, byteOffset: chunk.offset)
    }
    if survey.size.area > 0, survey.size != header.size {
      try warnings.report(
        ReadingWarning(
          kind: .nonconforming, byteOffset: chunk.offset,
          detail: "the picture is \(header.size), but the header says \(survey.size); "
            + "the size of the picture is used"))
    }
    try limits.check(canvas: header.size)
    try limits.check(frames: 1, on: header.size)
    survey.size = header.size
    var record = WebPFrameRecord(
      dataOffset: start, dataBytes: UInt32(clamping: picture.end - start), size: header.size)
    record.hasAlpha = header.hasAlpha || picture.hasAlphaChunk
    stillEnd = picture.end
    noteCut(&record, picture.isCut)
    survey.records.append(record)
  }

  /// Reads one frame of an animation.
  ///
  /// The intact part of a truncated first frame is kept; others are dropped, as in browsers.
  mutating func readFrame(_ chunk: WebPChunk) throws {
    let index = survey.records.count
    guard let header = try content(of: chunk, WebPFrameRecord.headerByteCount),
      header.count == WebPFrameRecord.headerByteCount, !chunk.isCut || index == 0
    else {
      guard chunk.isCut else {
        return try ignore(chunk, "is too short for a frame", .unknownData)
      }
      cut = .lost
      return
    }
    let bytes = chunk.byteCount - WebPFrameRecord.headerByteCount
    var record = WebPFrameRecord(
      header: header, dataOffset: chunk.offset + Int64(WebPFrameRecord.headerByteCount),
      dataBytes: UInt32(bytes))
    try limits.check(frames: index + 1, on: survey.size)
    // Sides are at most 2^24, so the area fits.
    try limits.check(.pixels, record.rect.size.area, limits.maxPixels)
    let (pixels, overflow) = decodedPixels.addingReportingOverflow(record.rect.size.area)
    decodedPixels = overflow ? .max : pixels
    try limits.check(.totalPixels, decodedPixels, limits.maxTotalPixels)
    let picture = try findPicture(
      from: record.dataOffset, to: chunk.offset + Int64(chunk.byteCount))
    if let header = picture.header, header.size == record.rect.size {
      record.hasAlpha = header.hasAlpha || picture.hasAlphaChunk
      noteCut(&record, chunk.isCut)
    } else {
      if chunk.isCut {
        throw ReadingError.truncated(
          detail: "the file ends before any part of its first frame can be shown", frame: index,
          byteOffset: chunk.offset)
      }
      record.isUnusable = true
      record.isReported = true
      try report(
        index, record,
        picture.header.map { "holds a picture of \($0.size) instead of \(record.rect.size)" }
          ?? "holds no usable picture", consequence: "its pixels are missing")
    }
    if !PixelRect(survey.size).contains(record.rect) {
      try report(
        index, record, "reaches beyond the canvas of \(survey.size)", consequence: "it is clipped")
    }
    survey.records.append(record)
  }

  private mutating func report(
    _ index: Int, _ record: WebPFrameRecord, _ what: String, consequence: String
  ) throws {
    try warnings.report(
      ReadingWarning(
        kind: .damagedFrame, frame: index, byteOffset: record.dataOffset,
        detail: "frame \(index) \(what); \(consequence)"))
  }

  /// Records that the file ends inside a kept frame; the survey reports it at its end.
  private mutating func noteCut(_ record: inout WebPFrameRecord, _ isCut: Bool) {
    guard isCut else { return }
    record.isReported = true
    cut = .kept
  }
}
