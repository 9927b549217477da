extension GIFSurveyor {
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` for a canvas over a limit.
  func check(_ size: PixelSize) throws {
    let side = max(size.width, size.height)
    try check(.side, side, limits.maxSide)
    try check(.pixels, size.area, limits.maxPixels)
  }

  /// Grows the canvas to the first frame, as browsers do; its offset plays no part. A canvas
  /// without a pixel becomes that frame, wherever the frame says it is.
  mutating func settleCanvas(firstFrame record: inout GIFFrameRecord) throws {
    if survey.size.area == 0 {
      record.x = 0
      record.y = 0
    }
    let size = PixelSize(
      width: max(survey.size.width, Int(record.width)),
      height: max(survey.size.height, Int(record.height)))
    guard size.width > 0, size.height > 0 else {
      throw ReadingError.malformed(
        detail: "the canvas is \(size), without a pixel", frame: 0, byteOffset: nil)
    }
    try check(size)
    survey.size = size
  }

  /// Checks what one more frame adds.
  func checkFrame(_ record: GIFFrameRecord) throws {
    let count = survey.records.count + 1
    try check(.frames, count, limits.maxFrames)
    try check(.pixels, record.neededPixels(on: survey.size), limits.maxPixels)
    let (total, overflow) = survey.size.area.multipliedReportingOverflow(by: count)
    try check(.totalPixels, overflow ? Int.max : total, limits.maxTotalPixels)
  }

  /// Counts the data of one extension.
  mutating func countMetadata(_ byteCount: Int) throws {
    metadataBytes += byteCount
    try check(.metadataChunk, byteCount, limits.maxMetadataChunkBytes)
    try check(.metadata, metadataBytes, limits.maxMetadataBytes)
  }

  private func check(_ limit: ReadingError.Limit, _ value: Int, _ allowed: Int) throws {
    guard value <= allowed else {
      throw ReadingError.limitExceeded(limit: limit, value: value, allowed: allowed)
    }
  }
}
