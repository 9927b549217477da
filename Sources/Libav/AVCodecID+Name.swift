internal import CFFmpeg

extension AVCodecID {
  /// The codec's name, such as `hevc`. Wraps `avcodec_get_name`.
  ///
  /// Codecs are compared by name, because their numbers change: HEVC is 173 up to FFmpeg 7, and 172 in
  /// FFmpeg 9.
  var name: String { String(cString: avcodec_get_name(self)) }
}
