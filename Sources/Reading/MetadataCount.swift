internal import Stages

/// Counts the bytes of a file that are not for its pictures.
struct MetadataCount {
  private(set) var byteCount = 0
  /// Of texts that were compressed, which can be far more than the file has.
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
