internal import CFFmpeg
internal import Synchronization

/// What SVT-AV1 needs when it is opened and closed.
extension SVTAV1 {
  /// FFmpeg's name of the encoder.
  static let encoder = "libsvtav1"

  private static let door = Mutex(())

  /// Opens an encoder or closes one while no other is opened or closed: each opening writes what it finds
  /// of the processors to memory that all encoders of the process share, and each closing frees that
  /// memory, without a lock (SVT-AV1 1.4 and 2.3; `lp_group`).
  static func alone<Result>(_ body: () -> Result) -> Result {
    door.withLock { _ in body() }
  }

  /// To be called when an encoder gets a picture. The context has a place for what its owner wants to
  /// remember.
  static func noteUse(of context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.opaque = UnsafeMutableRawPointer(context)
  }

  /// Closes an encoder. Wraps `avcodec_free_context`.
  static func close(_ context: UnsafeMutablePointer<AVCodecContext>) {
    alone {
      givePicture(context)
      var pointer: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&pointer)
    }
  }

  /// Gives an opened encoder that got no picture one, and takes what comes of it: SVT-AV1 1.4 waits for
  /// ever when an encoder is closed that never got one. Wraps `avcodec_send_frame` and
  /// `avcodec_receive_packet`.
  private static func givePicture(_ context: UnsafeMutablePointer<AVCodecContext>) {
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
