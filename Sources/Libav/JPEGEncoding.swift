internal import CFFmpeg

/// Encodes one opaque RGBA picture as a JPEG file with FFmpeg's `mjpeg`. Wraps `sws_scale`,
/// `avcodec_send_frame` and `avcodec_receive_packet`.
///
/// - Parameters:
///   - pixels: rows of `width` pixels from the top, 4 bytes each; alpha is ignored.
///   - quantizer: from 1 (fine) to 31.
///   - hasFullChroma: whether each pixel has its own chroma, instead of each 2 x 2 block.
package func encodeJPEG(
  _ pixels: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, quantizer: Int,
  hasFullChroma: Bool
) throws(LibavError) -> [UInt8] {
  try FFmpegLibrary.swscale.open()
  let picture = try jpegSamples(
    pixels, width: width, height: height, bytesPerRow: bytesPerRow, hasFullChroma: hasFullChroma)
  return try encodeJPEG(picture, quantizer: quantizer)
}

/// Encodes samples of BT.601 in full range, with a sample of chroma for each 2 x 2 block. Wraps
/// `avcodec_send_frame` and `avcodec_receive_packet`.
///
/// - Parameters:
///   - planes: rows without padding.
///   - quantizer: from 1 (fine) to 31.
package func encodeJPEG(
  _ planes: (luma: [UInt8], blue: [UInt8], red: [UInt8]), width: Int, height: Int, quantizer: Int
) throws(LibavError) -> [UInt8] {
  let picture = try Picture(
    width: width, height: height, format: .yuv420p,
    color: ColorTags(
      matrix: .bt601, transfer: .unspecified, primaries: .unspecified, isLimitedRange: false,
      chromaLocation: .center))
  picture.fill(planes, width: width, height: height)
  // FFmpeg's other name of the same layout.
  picture.pointer.format = AV_PIX_FMT_YUVJ420P.rawValue
  return try encodeJPEG(picture, quantizer: quantizer)
}

private func encodeJPEG(_ picture: Picture, quantizer: Int) throws(LibavError) -> [UInt8] {
  try FFmpegLibrary.avcodec.open()
  guard let found = avcodec_find_encoder_by_name("mjpeg") else {
    throw LibavError(operation: "find the encoder mjpeg", code: CFFMPEG_ERROR_ENCODER_NOT_FOUND)
  }
  let codec = try CodecContext(found)
  let context = codec.pointer
  context.width = picture.pointer.width
  context.height = picture.pointer.height
  context.pix_fmt = AVPixelFormat(picture.pointer.format)
  context.color_range = AVCOL_RANGE_JPEG
  context.sample_aspect_ratio = AVRational(num: 1, den: 1)
  context.time_base = AVRational(num: 1, den: 25)
  context.thread_count = 1
  context.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_QSCALE
  context.global_quality = Int32(quantizer) * FF_QP2LAMBDA
  context.qmin = Int32(quantizer)
  context.qmax = Int32(quantizer)
  try check("open the encoder mjpeg") { avcodec_open2(context, found, nil) }
  picture.pointer.quality = Int32(quantizer) * FF_QP2LAMBDA
  picture.presentationTime = 0
  let packet = try Packet()
  try check("encode a JPEG") { avcodec_send_frame(context, picture.pointer) }
  try check("encode a JPEG") { avcodec_send_frame(context, nil) }
  try check("encode a JPEG") { avcodec_receive_packet(context, packet.pointer) }
  return packet.withBytes { Array($0) }
}

/// The samples of a picture in full range.
private func jpegSamples(
  _ pixels: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, hasFullChroma: Bool
) throws(LibavError) -> Picture {
  let source = try Picture(AV_PIX_FMT_RGBA, width: width, height: height)
  for y in 0..<height {
    (source.plane(0) + y * source.stride(0))
      .update(from: pixels + y * bytesPerRow, count: width * 4)
  }
  let format = hasFullChroma ? AV_PIX_FMT_YUVJ444P : AV_PIX_FMT_YUVJ420P
  let picture = try Picture(format, width: width, height: height)
  picture.pointer.color_range = AVCOL_RANGE_JPEG
  let scaler = ScalerContext(width: width, height: height, matrix: .bt601, isFullRange: true)
  try scaler.scale(source, to: format, picture.planes, strides: picture.strides)
  return picture
}
