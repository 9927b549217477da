internal import AnimTiming
internal import Raster

/// One frame of a ``FrameRecording``: what differs from the frame before, and where it is spooled.
struct RecordedFrame: Sendable {
  var duration: RationalTime
  /// What differs; empty when nothing does.
  var rect: PixelRect
  /// Where its bytes begin in the spool file.
  var offset: Int64
  var byteCount: Int
  /// Whether its bytes are compressed (zlib); else they are the pixels, row after row.
  var isCompressed: Bool
  /// Whether the whole picture is opaque.
  var isOpaque: Bool
}
