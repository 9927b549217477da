internal import Raster

/// One way to code a frame: a rectangle, its colours, and the allowed indices of each pixel.
final class FrameCandidate {
  let rect: PixelRect
  /// The local colours; nil for the global ones.
  let palette: GIFPalette?
  let transparentIndex: UInt8?
  let minCodeSize: Int
  let choices: IndexChoices
  /// Whether some pixels may stay unpainted, or players need a transparent index to leave the rest
  /// clear.
  let needsTransparent: Bool
  /// The input's own coded image, if it gives the same picture.
  let source: LosslessGIFSource?
  /// 1/100 s. Nil for the first frame if its delay is 0: delay policies treat both alike there, but
  /// not in later frames.
  let delay: Int?
  /// The result of ``estimate(_:parser:)``, kept because several disposals need it.
  private var estimated: Int?

  init(
    rect: PixelRect, palette: GIFPalette?, transparentIndex: UInt8?, minCodeSize: Int,
    choices: IndexChoices, needsTransparent: Bool, source: LosslessGIFSource?, delay: Int?
  ) {
    self.rect = rect
    self.palette = palette
    self.transparentIndex = transparentIndex
    self.minCodeSize = minCodeSize
    self.choices = choices
    self.needsTransparent = needsTransparent
    self.source = source
    self.delay = delay
  }

  /// This candidate with another delay, in 1/100 s.
  func taking(_ delay: Int) -> FrameCandidate {
    let other = FrameCandidate(
      rect: rect, palette: palette, transparentIndex: transparentIndex, minCodeSize: minCodeSize,
      choices: choices, needsTransparent: needsTransparent, source: source, delay: delay)
    other.estimated = estimated
    return other
  }

  /// Bytes of the frame if its data has this many bytes.
  private func byteCount(dataCount: Int) -> Int {
    10 + (palette?.byteCount ?? 0) + 1 + GIFImage.subBlockByteCount(dataCount)
  }

  /// Bytes of the frame before its clear codes are planned.
  func estimate(_ effort: LZWEffort, parser: LZWParser) -> Int {
    if let estimated { return estimated }
    let plan = LZWClearPlan(
      plainly: choices, effort: effort.estimate, minCodeSize: minCodeSize, parser: parser)
    let bytes = min(
      byteCount(dataCount: (plan.bitCount + 7) / 8), source?.image.byteCount ?? .max)
    estimated = bytes
    return bytes
  }

  /// The frame in its written form.
  ///
  /// - Parameter disposal: its disposal. The input's image may replace a cleared frame only if it
  ///   clears the same rectangle and has a transparent index, because some players clear to an
  ///   opaque colour without one.
  func encode(
    _ disposal: GIFDisposal, effort: LZWEffort, parser: LZWParser
  ) -> (image: GIFImage, control: GIFFrameControl?) {
    let plan = LZWClearPlan(choices, effort: effort, minCodeSize: minCodeSize, parser: parser)
    let data = plan.encode(choices, minCodeSize: minCodeSize, parser: parser)
    let image = GIFImage(rect: rect, palette: palette, minCodeSize: minCodeSize, data: data)
    if let source, source.image.byteCount < image.byteCount,
      disposal != .clear || (source.image.rect == rect && source.transparentIndex != nil)
    {
      return (
        source.image, control(disposal, source.transparentIndex, source.transparentIndex != nil)
      )
    }
    return (image, control(disposal, transparentIndex, needsTransparent))
  }

  /// A frame that needs no extension is written without it.
  private func control(
    _ disposal: GIFDisposal, _ transparentIndex: UInt8?, _ needsTransparent: Bool
  ) -> GIFFrameControl? {
    if delay == nil, disposal == .keep, !needsTransparent { return nil }
    return GIFFrameControl(
      delay: delay ?? 0, disposal: disposal, transparentIndex: transparentIndex)
  }
}
