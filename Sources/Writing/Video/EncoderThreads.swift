package import Raster
internal import Threads

/// How many threads encode.
///
/// The bytes that x264 and x265 write depend on the number, so it is decided by the picture's
/// size and never by the machine's processors: the same input gives the same output everywhere.
package enum EncoderThreads {
  /// Small pictures do not fill many threads; big ones would wait long with few. Every thread of
  /// x264 holds pictures of its own, which bounds the number from above.
  static func count(for size: PixelSize) -> Int {
    switch size.area {
    case ..<(320 * 240): 1
    case ..<(640 * 480): 2
    case ...(1920 * 1080): 4
    case ..<(3840 * 2160): 6
    default: 2
    }
  }

  /// For pictures that come whether or not they can be taken: one processor is left to who makes
  /// them, who would otherwise wait for the encoder's threads in the middle of a frame. The bytes
  /// depend on what was left out anyway.
  package static func besideLiveSource(for size: PixelSize) -> Int {
    max(1, min(count(for: size), processorCount - 1))
  }
}
