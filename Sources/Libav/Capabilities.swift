internal import CFFmpeg

/// What the FFmpeg that is loaded can do.
package enum Capabilities {
  /// One of FFmpeg's libraries and its releases.
  package struct Library: Sendable, Hashable {
    package var name: String
    /// `major.minor.micro` of the headers that animconv was built with.
    package var built: String
    /// The same of the library that is loaded.
    package var loaded: String
    /// The same of the oldest that animconv works with, that of ``leastRelease``.
    package var least: String
    /// Whether the library that is loaded is as new as ``least``.
    package var isRecentEnough: Bool

    init(_ name: String, built: UInt32, loaded: UInt32, least: UInt32) {
      self.name = name
      self.built = text(built)
      self.loaded = text(loaded)
      self.least = text(least)
      isRecentEnough = loaded >= least
    }
  }

  /// The oldest FFmpeg that animconv works with.
  package static let leastRelease = "5.1"

  package static var libraries: [Library] {
    [
      Library(
        "libavutil", built: CFFMPEG_AVUTIL_VERSION, loaded: avutil_version(),
        least: CFFMPEG_LEAST_AVUTIL_VERSION),
      Library(
        "libavcodec", built: CFFMPEG_AVCODEC_VERSION, loaded: avcodec_version(),
        least: CFFMPEG_LEAST_AVCODEC_VERSION),
      Library(
        "libavformat", built: CFFMPEG_AVFORMAT_VERSION, loaded: avformat_version(),
        least: CFFMPEG_LEAST_AVFORMAT_VERSION),
      Library(
        "libswscale", built: CFFMPEG_SWSCALE_VERSION, loaded: swscale_version(),
        least: CFFMPEG_LEAST_SWSCALE_VERSION),
    ]
  }

  /// FFmpeg's release as its packager calls it. Wraps `av_version_info`.
  package static var release: String { String(cString: av_version_info()) }

  package static func hasEncoder(_ name: String) -> Bool {
    avcodec_find_encoder_by_name(name) != nil
  }

  package static func hasDecoder(_ name: String) -> Bool {
    avcodec_find_decoder_by_name(name) != nil
  }

  package static func hasMuxer(_ name: String) -> Bool {
    av_guess_format(name, nil, nil) != nil
  }

  package static func hasDemuxer(_ name: String) -> Bool {
    av_find_input_format(name) != nil
  }
}

private func text(_ version: UInt32) -> String {
  "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
}
