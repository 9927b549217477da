internal import CFFmpeg

/// Owner of an `AVCodecContext`, shared by ``Encoder`` and ``Decoder``. A separate class, so that
/// the context is freed in one place, whatever fails while it is opened.
struct CodecContext: ~Copyable {
  let pointer: UnsafeMutablePointer<AVCodecContext>
  /// FFmpeg's name of the codec.
  let name: String

  /// Wraps `avcodec_alloc_context3`.
  init(_ codec: UnsafePointer<AVCodec>) throws(LibavError) {
    let name = String(cString: codec.pointee.name)
    pointer = try checkObject("allocate the codec \(name)", of: .avcodec) {
      avcodec_alloc_context3(codec)
    }
    self.name = name
  }

  deinit {
    if name == SVTAV1.encoder { return SVTAV1.close(self.pointer) }
    var pointer: UnsafeMutablePointer<AVCodecContext>? = self.pointer
    avcodec_free_context(&pointer)
  }
}
