internal import CFFmpeg
internal import Synchronization

/// Workarounds for opening and closing SVT-AV1.
extension SVTAV1 {
  /// FFmpeg's name of the encoder.
  static let encoder = "libsvtav1"

  private static let door = Mutex(())

  /// Opens or closes an encoder while no other is being opened or closed. Opening writes the
  /// processors' properties to memory that all encoders of the process share, and closing frees
  /// that memory, without a lock (SVT-AV1 1.4 and 2.3; `lp_group`).
  static func alone<Result>(_ body: () -> Result) -> Result {
    door.withLock { _ in body() }
  }

  /// Call this when an encoder receives a picture. The mark is stored in a field of the context
  /// that FFmpeg leaves to its callers.
  static func noteUse(of context: UnsafeMutablePointer<AVCodecContext>) {
    context.opaque = UnsafeMutableRawPointer(context)
  }

  /// Closes an encoder. Wraps `avcodec_free_context`.
  static func close(_ context: UnsafeMutablePointer<AVCodecContext>) {
    alone {
      givePicture(context)
      var pointer: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&pointer)
    }
  }

  /// Sends a picture to an open encoder that has not received one, and receives the result: SVT-AV1
  /// 1.4 hangs if an encoder is closed without having received a picture. Wraps
  /// `avcodec_send_frame` and `avcodec_receive_packet`.
  private static func givePicture(_ context: UnsafeMutablePointer<AVCodecContext>) {
    guard context.`internal` != nil, context.opaque == nil,
      let format = PixelFormat(av: context.pix_fmt),
      let picture = try? Picture(
        width: Int(context.width), height: Int(context.height), format: format,
        color: ColorTags(
          matrix: .unspecified, transfer: .unspecified, primaries: .unspecified,
          isLimitedRange: true, chromaLocation: nil)),
      let packet = try? Packet()
    else { return }
    picture.pointer.pts = 0
    guard avcodec_send_frame(context, picture.pointer) >= 0,
      avcodec_send_frame(context, nil) >= 0
    else { return }
    while avcodec_receive_packet(context, packet.pointer) >= 0 {}
  }
}
