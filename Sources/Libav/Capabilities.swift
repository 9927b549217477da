internal import CFFmpeg

/// The capabilities of the installed FFmpeg; empty if it is not installed.
package enum Capabilities {
  /// One of FFmpeg's libraries and its releases.
  package struct Library: Sendable, Hashable {
    package var name: String
    /// `major.minor.micro` of the headers that animconv was built with.
    package var built: String
    /// The version of the loaded library; nil if it cannot be loaded.
    package var loaded: String?
    /// The oldest release that animconv works with, part of ``leastRelease``.
    package var least: String
    /// Whether the loaded library is at least ``least``.
    package var isRecentEnough: Bool

    init(_ name: String, built: UInt32, loaded: UInt32?, least: UInt32) {
      self.name = name
      self.built = text(built)
      self.loaded = loaded.map(text)
      self.least = text(least)
      isRecentEnough = loaded.map { $0 >= least } ?? false
    }
  }

  /// The release of each library that animconv was built with, by name; loads none.
  package static var built: [String: String] {
    [
      "libavutil": text(CFFMPEG_AVUTIL_VERSION), "libavcodec": text(CFFMPEG_AVCODEC_VERSION),
      "libavformat": text(CFFMPEG_AVFORMAT_VERSION),
      "libswresample": text(CFFMPEG_SWRESAMPLE_VERSION),
      "libswscale": text(CFFMPEG_SWSCALE_VERSION),
    ]
  }

  /// The major releases of each library that can be opened, newest first, by name; loads none.
  package static var opens: [String: [Int]] {
    Dictionary(uniqueKeysWithValues: FFmpegLibrary.allCases.map { ($0.name, $0.majors) })
  }

  /// The oldest FFmpeg that animconv works with.
  package static let leastRelease = "5.1"

  package static var libraries: [Library] {
    [
      Library(
        "libavutil", built: CFFMPEG_AVUTIL_VERSION,
        loaded: opened(.avutil) ? avutil_version() : nil,
        least: CFFMPEG_LEAST_AVUTIL_VERSION),
      Library(
        "libavcodec", built: CFFMPEG_AVCODEC_VERSION,
        loaded: opened(.avcodec) ? avcodec_version() : nil,
        least: CFFMPEG_LEAST_AVCODEC_VERSION),
      Library(
        "libavformat", built: CFFMPEG_AVFORMAT_VERSION,
        loaded: opened(.avformat) ? avformat_version() : nil,
        least: CFFMPEG_LEAST_AVFORMAT_VERSION),
      Library(
        "libswresample", built: CFFMPEG_SWRESAMPLE_VERSION,
        loaded: opened(.swresample) ? swresample_version() : nil,
        least: CFFMPEG_LEAST_SWRESAMPLE_VERSION),
      Library(
        "libswscale", built: CFFMPEG_SWSCALE_VERSION,
        loaded: opened(.swscale) ? swscale_version() : nil,
        least: CFFMPEG_LEAST_SWSCALE_VERSION),
    ]
  }

  /// FFmpeg's release, with its packager's name for it; nil if it is not installed. Wraps
  /// `av_version_info`.
  package static var release: String? {
    opened(.avutil) ? String(cString: av_version_info()) : nil
  }

  /// The first library that cannot be used; nil if all can.
  package static var missing: MissingLibrary? {
    for library in FFmpegLibrary.allCases {
      do { try library.open() } catch { return error.missing }
    }
    return nil
  }

  package static func hasEncoder(_ name: String) -> Bool {
    opened(.avcodec) && avcodec_find_encoder_by_name(name) != nil
  }

  package static func hasDecoder(_ name: String) -> Bool {
    opened(.avcodec) && avcodec_find_decoder_by_name(name) != nil
  }

  package static func hasMuxer(_ name: String) -> Bool {
    opened(.avformat) && av_guess_format(name, nil, nil) != nil
  }

  package static func hasDemuxer(_ name: String) -> Bool {
    opened(.avformat) && av_find_input_format(name) != nil
  }

  private static func opened(_ library: FFmpegLibrary) -> Bool {
    do { try library.open() } catch { return false }
    return true
  }
}

private func text(_ version: UInt32) -> String {
  "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
}
