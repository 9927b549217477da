package import Raster
internal import Threads

/// The number of encoder threads.
///
/// The bytes of x264 and x265 depend on this number, so it follows from the frame size and not from
/// the machine's processors: the same input gives the same output everywhere.
package enum EncoderThreads {
  /// Small frames cannot use many threads; large ones would be slow with few. Every x264 thread
  /// holds its own images, which limits the number.
  static func count(for size: PixelSize) -> Int {
    switch size.area {
    case ..<(320 * 240): 1
    case ..<(640 * 480): 2
    case ...(1920 * 1080): 4
    case ..<(3840 * 2160): 6
    default: 2
    }
  }

  /// For live frames: one processor is left to their source, which would otherwise wait for the
  /// encoder's threads in the middle of a frame. The bytes depend on dropped frames anyway.
  package static func besideLiveSource(for size: PixelSize) -> Int {
    max(1, min(count(for: size), processorCount - 1))
  }
}
