internal import CFFmpeg

/// The memory of an `AVIOContext` with animconv's own functions.
enum IOContext {
  /// The number of bytes that FFmpeg reads or writes at once.
  private static let bufferBytes = 64 << 10

  /// - Parameter allocate: wraps `avio_alloc_context`; nil if out of memory.
  static func make(
    _ allocate: (_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int32)
      -> UnsafeMutablePointer<AVIOContext>?
  ) throws(LibavError) -> UnsafeMutablePointer<AVIOContext> {
    let buffer = try checkObject("allocate a buffer", of: .avformat) {
      av_malloc(bufferBytes)?.assumingMemoryBound(to: UInt8.self)
    }
    guard let context = allocate(buffer, Int32(bufferBytes)) else {
      av_free(buffer)
      throw LibavError(operation: "allocate a byte stream", code: CFFMPEG_ERROR_ENOMEM)
    }
    return context
  }

  /// Frees a context and its buffer, which FFmpeg may have replaced.
  static func free(_ context: inout UnsafeMutablePointer<AVIOContext>?) {
    guard context != nil else { return }
    av_freep(&context!.pointee.buffer)
    avio_context_free(&context)
  }
}
