internal import AnimConv

/// What `animconv --version --json` tells machines. No library is opened for it; `doctor --json` tells
/// which are installed.
struct VersionJSON: Encodable {
  /// As semantic versioning writes it.
  let version = AnimConvVersion.current
  /// FFmpeg's libraries that this animconv opens, as `major.minor.micro` of the headers that it was
  /// built with: only libraries of the same major release will do.
  let builtFor = FFmpegCapabilities.builtVersions
  /// The oldest FFmpeg that it works with.
  let leastFFmpeg = FFmpegCapabilities.leastRelease
  let license = "Apache-2.0"
}
