internal import CFFmpeg

/// SVT-AV1 1.4 waits for ever when an encoder is closed that never got a picture.
extension SVTAV1 {
  /// FFmpeg's name of the encoder.
  static let encoder = "libsvtav1"

  /// To be called when an encoder gets a picture. The context has a place for what its owner wants to
  /// remember.
  static func noteUse(of context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.opaque = UnsafeMutableRawPointer(context)
  }

  /// Gives an opened encoder that got no picture one, and takes what comes of it. Wraps
  /// `avcodec_send_frame` and `avcodec_receive_packet`.
  static func prepareToClose(_ context: UnsafeMutablePointer<AVCodecContext>) {
    guard context.pointee.`internal` != nil, context.pointee.opaque == nil,
      let format = PixelFormat(av: context.pointee.pix_fmt),
      let picture = try? Picture(
        width: Int(context.pointee.width), height: Int(context.pointee.height), format: format,
        color: ColorTags(
          matrix: .unspecified, transfer: .unspecified, primaries: .unspecified,
          isLimitedRange: true, chromaLocation: nil)),
      let packet = try? Packet()
    else { return }
    picture.pointer.pointee.pts = 0
    guard avcodec_send_frame(context, picture.pointer) >= 0,
      avcodec_send_frame(context, nil) >= 0
    else { return }
    while avcodec_receive_packet(context, packet.pointer) >= 0 {}
  }
}
