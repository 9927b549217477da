internal import AnimConv

/// The output of `animconv --version --json`. No library is opened for it; `doctor --json` lists
/// the installed ones.
struct VersionJSON: Encodable {
  /// The version in the notation of semantic versioning.
  let version = AnimConvVersion.current
  /// The versions of FFmpeg's libraries at build time, as `major.minor.micro`. Only libraries with
  /// the same major version can be opened.
  let builtFor = FFmpegCapabilities.builtVersions
  /// The oldest supported FFmpeg.
  let leastFFmpeg = FFmpegCapabilities.leastRelease
  let license = "Apache-2.0"
}
