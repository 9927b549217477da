internal import Stages

/// How much a zip archive may hold.
struct ZipLimits: Sendable, Hashable {
  /// Files and folders; as many as an animation may have frames.
  var maxEntries = 200_000
  /// Bytes of the central directory; 64 MiB.
  var maxDirectoryBytes = 64 << 20
  /// Bytes of one file once it is inflated; 256 MiB.
  var maxEntryBytes = 256 << 20
  /// Bytes of all files once they are inflated; 16 GiB.
  var maxTotalBytes = 16 << 30
  /// How many times larger a file of more than 1 MiB may become. Pictures are compressed already;
  /// deflate reaches at most 1032.
  var maxRatio = 200

  init() {}

  init(_ limits: ReadingLimits) {
    maxEntries = limits.maxFrames
    maxDirectoryBytes = limits.maxMetadataBytes
  }
}
