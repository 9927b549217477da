import GIFBlocks
internal import Raster

/// A frame that waits until the following frames are known.
final class QueuedFrame {
  /// Opaque pixels have 255 in the highest byte, others are 0.
  let pixels: Plane<UInt32>
  /// The area that may differ from the previous frame; nil for everything.
  var changed: PixelRect?
  /// 1/100 s.
  var duration = 0

  init(pixelCount: Int) { pixels = Plane(repeating: 0, count: pixelCount) }
}
