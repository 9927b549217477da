internal import Stages

/// Opens a picture or an animation whose frames are drawn on a canvas; nil for other kinds.
///
/// - Parameter kind: what its first bytes say.
/// - Throws: ``ReadingError``.
/// - Complexity: reads the whole file once; decodes no pixel.
func openPainter(
  _ kind: SourceKind?, _ source: ByteSource, options: ReadingOptions
) throws -> (any FramePainter)? {
  switch kind {
  case .gif: try GIFPainter(source, options: options)
  case .png, .apng: try PNGPainter(source, options: options)
  case .webp: try WebPPainter(source, options: options)
  default: nil
  }
}
