internal import Stages

/// Limits of a zip archive.
struct ZipLimits: Sendable, Hashable {
  /// Number of files and folders; as many as an animation may have frames.
  var maxEntries = 200_000
  /// Bytes of the central directory; 64 MiB.
  var maxDirectoryBytes = 64 << 20
  /// Bytes of one decompressed file; 256 MiB.
  var maxEntryBytes = 256 << 20
  /// Bytes of all decompressed files; 16 GiB.
  var maxTotalBytes = 16 << 30
  /// The largest compression ratio of a file above 1 MiB. Images are already compressed; deflate
  /// reaches at most 1032.
  var maxRatio = 200

  init() {}

  init(_ limits: ReadingLimits) {
    maxEntries = limits.maxFrames
    maxDirectoryBytes = limits.maxMetadataBytes
  }
}
