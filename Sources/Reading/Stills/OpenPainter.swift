internal import Stages

/// Opens an image or an animation whose frames are drawn on a canvas; nil for other kinds.
///
/// - Parameter kind: the kind from the first bytes.
/// - Throws: a ``StageFailure``.
/// - Complexity: reads the whole file once; decodes no pixels.
func openPainter(
  _ kind: SourceKind?, _ source: ByteSource, options: ReadingOptions
) throws -> (any FramePainter)? {
  switch kind {
  case .gif: try GIFPainter(source, options: options)
  case .png, .apng: try PNGPainter(source, options: options)
  case .webp: try WebPPainter(source, options: options)
  case .aseprite: try AsepritePainter(source, options: options)
  case let kind? where kind == .jpeg || SourceKind.codedPictures.contains(kind):
    try StillPainter(kind, source, options: options)
  default: nil
  }
}

/// Opens a picture or an animation whose decoder makes whole frames, upright; nil for other kinds.
///
/// - Parameter kind: what its first bytes say.
/// - Throws: a ``StageFailure``.
/// - Complexity: reads the headers, and the whole file of a JPEG XL; decodes no pixel.
func openFrames(
  _ kind: SourceKind?, _ source: ByteSource, options: ReadingOptions
) throws -> (any FrameSource)? {
  switch kind {
  case .avif:
    let avif = try AVIFSource(source, options: options)
    return avif.orientation.isIdentity ? avif : TurnedSource(avif, avif.orientation)
  case .jxl: return try JXLSource(source, options: options)
  default: return nil
  }
}
