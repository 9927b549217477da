internal import CFFmpeg
internal import FileBoxes

/// The headers of an MP4 or MOV with a single H.264 stream, if they are complete: sizes, colours,
/// and the shape and layout of pixels.
///
/// `avformat_find_stream_info` decodes the first picture of H.264 even if the headers are complete,
/// which can take as long as all other pictures. While this object exists, the stream is marked as
/// data, so FFmpeg examines nothing. Times come from the container's index in both cases, so there
/// must be one: fragmented files are examined as usual.
final class StatedParameters {
  private let stream: UnsafeMutablePointer<AVStream>
  private var stated: UnsafeMutablePointer<AVCodecParameters>?

  /// - Parameter context: an opened context whose headers have been read, and nothing else.
  /// - Returns: nil if some facts can be found only by decoding.
  init?(_ context: UnsafeMutablePointer<AVFormatContext>) {
    guard String(cString: context.iformat.pointee.name).hasPrefix("mov"),
      context.nb_streams == 1, let stream = context.streams[0],
      let parameters = stream.codecpar, Self.areComplete(parameters),
      stream.sample_aspect_ratio.num > 0, stream.nb_frames > 0,
      stream.start_time != CFFMPEG_NOPTS_VALUE, stream.duration > 0,
      let copy = avcodec_parameters_alloc()
    else { return nil }
    self.stream = stream
    stated = copy
    guard avcodec_parameters_copy(copy, parameters) >= 0 else { return nil }
    copy.format = AV_PIX_FMT_YUV420P.rawValue
    copy.field_order = AV_FIELD_PROGRESSIVE
    parameters.codec_type = AVMEDIA_TYPE_DATA
  }

  /// Restores the stream's type.
  func restore() throws(LibavError) {
    try check("take over what the headers say") {
      avcodec_parameters_copy(stream.codecpar, stated)
    }
  }

  deinit { avcodec_parameters_free(&stated) }

  /// 8-bit 4:2:0 in whole frames with limited range and named colours.
  private static func areComplete(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
    let known = parameters
    guard known.codec_type == AVMEDIA_TYPE_VIDEO, known.codec_id.name == "h264",
      known.width > 0, known.height > 0, known.color_range == AVCOL_RANGE_MPEG,
      known.color_primaries != AVCOL_PRI_UNSPECIFIED, known.color_trc != AVCOL_TRC_UNSPECIFIED,
      known.color_space != AVCOL_SPC_UNSPECIFIED, known.extradata_size > 0,
      let header = H264Header(
        UnsafeBufferPointer(start: known.extradata, count: Int(known.extradata_size)))
    else { return false }
    let codes =
      [known.color_primaries.rawValue, known.color_trc.rawValue]
      .map(Int.init) + [Int(known.color_space.rawValue)]
    // If the stream differs, the stream takes precedence.
    return header.chromaFormat == 1 && header.lumaDepth == 8 && header.chromaDepth == 8
      && header.isProgressive && header.width == known.width && header.height == known.height
      && header.color?.isFullRange != true && (header.color?.codes ?? codes) == codes
  }
}
