internal import Stages

/// Counts the bytes of metadata in a file.
struct MetadataCount {
  private(set) var byteCount = 0
  /// For compressed texts, which can be far larger than the file.
  var inflatedByteCount = 0

  /// Counts one chunk or extension.
  ///
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)``.
  mutating func add(_ byteCount: Int, limits: ReadingLimits) throws {
    self.byteCount += byteCount
    try limits.check(.metadataChunk, byteCount, limits.maxMetadataChunkBytes)
    try limits.check(.metadata, self.byteCount, limits.maxMetadataBytes)
  }
}
