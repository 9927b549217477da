internal import AnimConv

/// The output of `animconv --version --json`. No library is opened for it; `doctor --json` lists
/// the installed ones.
struct VersionJSON: Encodable {
  /// The version in the notation of semantic versioning.
  let version = AnimConvVersion.current
  /// The versions of FFmpeg's libraries at build time, as `major.minor.micro`.
  let builtFor = FFmpegCapabilities.builtVersions
  /// The major versions of FFmpeg's libraries that can be opened, newest first. All libraries of a
  /// process are of one FFmpeg.
  let opens = FFmpegCapabilities.openedVersions
  /// The oldest supported FFmpeg.
  let leastFFmpeg = FFmpegCapabilities.leastRelease
  let license = "Apache-2.0"
}
