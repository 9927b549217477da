internal import Libav

/// The capabilities of the installed FFmpeg, for `animconv doctor`.
public struct FFmpegCapabilities: Sendable, Hashable {
  /// One of FFmpeg's libraries.
  public struct Library: Sendable, Hashable {
    /// FFmpeg's name.
    public let name: String
    /// The version of the headers at build time, `major.minor.micro`.
    public let builtVersion: String
    /// The loaded version; nil if it cannot be loaded.
    public let loadedVersion: String?
    /// The oldest supported version, that of ``FFmpegCapabilities/leastRelease``.
    public let leastVersion: String
    /// Whether the loaded version is new enough.
    public let isRecentEnough: Bool
  }

  /// An encoder that animconv supports.
  public struct Encoder: Sendable, Hashable {
    /// FFmpeg's name.
    public let name: String
    /// What it encodes.
    public let codec: VideoCodec
    /// Whether this FFmpeg includes it.
    public let isPresent: Bool
  }

  /// The oldest supported FFmpeg.
  public static let leastRelease = Capabilities.leastRelease

  /// The header version of each library at build time, by library name. No library is opened for
  /// it.
  public static var builtVersions: [String: String] { Capabilities.built }

  /// The major versions of each library that can be opened, newest first, by library name. No
  /// library is opened for it.
  package static var openedVersions: [String: [Int]] { Capabilities.opens }

  /// FFmpeg's version according to its packager; nil if it is not installed.
  public let release: String?
  /// Why FFmpeg cannot be used, and what to install; nil if it can be used.
  public let missing: String?
  /// The libraries that were found.
  public let libraries: [Library]
  /// The encoders that animconv uses, whether installed or not.
  public let encoders: [Encoder]
  /// Containers that can be written.
  public let containers: [VideoContainer]
  /// Names of missing demuxers that animconv uses.
  public let missingDemuxers: [String]

  /// Opens the libraries and queries them.
  public static var current: FFmpegCapabilities {
    FFmpegCapabilities(
      release: Capabilities.release,
      missing: Capabilities.missing.map { "\($0.reason); \($0.remedy)" },
      libraries: Capabilities.libraries.map {
        Library(
          name: $0.name, builtVersion: $0.built, loadedVersion: $0.loaded, leastVersion: $0.least,
          isRecentEnough: $0.isRecentEnough)
      },
      encoders: VideoCodec.allCases.flatMap { codec in
        codec.encoders.map {
          Encoder(name: $0, codec: codec, isPresent: Capabilities.hasEncoder($0))
        }
      },
      containers: VideoContainer.allCases.filter { Capabilities.hasMuxer($0.muxerName) },
      missingDemuxers: Set(VideoContainer.allCases.map(\.demuxerName)).sorted()
        .filter { !Capabilities.hasDemuxer($0) })
  }
}
