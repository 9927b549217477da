internal import Raster
internal import Stages

/// The rows of a source's only frame, for sources that decode whole images.
///
/// Holds the decoded image from ``restart()`` to ``finish()``.
final class FrameRows: PictureRows {
  private let source: any FrameSource
  private var frame: CanvasFrame?
  private var y = 0

  /// - Parameter source: with one frame.
  init(_ source: any FrameSource) {
    self.source = source
  }

  var size: PixelSize { source.info.size }
  var hasTransparency: Bool { source.info.alpha != .absent }
  var warnings: [ReadingWarning] { source.info.warnings }
  var passes: Int { 1 }

  func restart() throws {
    y = 0
    if frame != nil { return }
    try source.seek(to: 0)
    frame = try source.next()
  }

  func next(into row: UnsafeMutablePointer<UInt32>) throws -> String? {
    guard let frame, y < size.height else { return "it has no more rows" }
    frame.pixels.withBytes { bytes in
      UnsafeMutableRawPointer(row).copyMemory(
        from: bytes.baseAddress! + y * frame.pixels.stride, byteCount: frame.pixels.stride)
    }
    y += 1
    return nil
  }

  func finish() { frame = nil }
}
