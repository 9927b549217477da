internal import Libav

/// What the FFmpeg that animconv runs with can do, as `animconv doctor` shows it.
public struct FFmpegCapabilities: Sendable, Hashable {
  /// One of FFmpeg's libraries.
  public struct Library: Sendable, Hashable {
    /// FFmpeg's name.
    public let name: String
    /// The release of the headers that animconv was built with, `major.minor.micro`.
    public let builtVersion: String
    /// The release that is loaded; nil when it cannot be.
    public let loadedVersion: String?
    /// The oldest release that animconv works with, that of ``FFmpegCapabilities/leastRelease``.
    public let leastVersion: String
    /// Whether the loaded release is as new as that.
    public let isRecentEnough: Bool
  }

  /// An encoder that animconv knows to use.
  public struct Encoder: Sendable, Hashable {
    /// FFmpeg's name.
    public let name: String
    /// What it encodes.
    public let codec: VideoCodec
    /// Whether this FFmpeg has it.
    public let isPresent: Bool
  }

  /// The oldest FFmpeg that animconv works with.
  public static let leastRelease = Capabilities.leastRelease

  /// The release of the headers of each library that animconv was built with, by the library's name.
  /// No library is opened for it.
  public static var builtVersions: [String: String] { Capabilities.built }

  /// FFmpeg's release as its packager calls it; nil where it is not installed.
  public let release: String?
  /// Why FFmpeg cannot be used, and what to install; nil when it can.
  public let missing: String?
  /// The libraries that were found.
  public let libraries: [Library]
  /// The encoders that animconv uses, whether they are there or not.
  public let encoders: [Encoder]
  /// Containers that can be written.
  public let containers: [VideoContainer]
  /// Names of the demuxers, of those that animconv uses, that are missing.
  public let missingDemuxers: [String]

  /// Opens the libraries and asks them.
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
