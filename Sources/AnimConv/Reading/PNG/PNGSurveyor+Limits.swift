extension PNGSurveyor {
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` for a canvas over a limit.
  func check(_ size: PixelSize) throws {
    try check(.side, max(size.width, size.height), limits.maxSide)
    // Both sides are below 2^31, so the area fits.
    try check(.pixels, size.area, limits.maxPixels)
    try check(.totalPixels, size.area, limits.maxTotalPixels)
  }

  /// Checks what so many frames take.
  func checkFrame(count: Int) throws {
    try check(.frames, count, limits.maxFrames)
    let (total, overflow) = survey.header.size.area.multipliedReportingOverflow(by: count)
    try check(.totalPixels, overflow ? Int.max : total, limits.maxTotalPixels)
  }

  /// Counts the content of one chunk that is not for the picture.
  mutating func countMetadata(_ byteCount: Int) throws {
    // A chunk is inside the file, so the sum of all is no larger than that.
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
