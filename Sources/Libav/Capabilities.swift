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
  }

  package static var libraries: [Library] {
    [
      Library(
        name: "libavutil", built: text(CFFMPEG_AVUTIL_VERSION), loaded: text(avutil_version())),
      Library(
        name: "libavcodec", built: text(CFFMPEG_AVCODEC_VERSION), loaded: text(avcodec_version())),
      Library(
        name: "libavformat", built: text(CFFMPEG_AVFORMAT_VERSION),
        loaded: text(avformat_version())),
      Library(
        name: "libswscale", built: text(CFFMPEG_SWSCALE_VERSION), loaded: text(swscale_version())),
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

  private static func text(_ version: UInt32) -> String {
    "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
  }
}
