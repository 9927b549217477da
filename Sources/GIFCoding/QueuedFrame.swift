import GIFBlocks
internal import Raster

/// A frame that waits until those that follow it are known as well.
final class QueuedFrame {
  /// Opaque pixels have 255 in the highest byte, others are 0.
  let pixels: Plane<UInt32>
  /// What may differ from the frame before; nil for everything.
  var changed: PixelRect?
  /// 1/100 s.
  var duration = 0

  init(pixelCount: Int) { pixels = Plane(repeating: 0, count: pixelCount) }
}
