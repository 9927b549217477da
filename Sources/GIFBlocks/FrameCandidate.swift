internal import Raster

/// One way to code a frame: a rectangle, its colours, and what each pixel may be.
final class FrameCandidate {
  let rect: PixelRect
  /// The local colours; nil for the global ones.
  let palette: GIFPalette?
  let transparentIndex: UInt8?
  let minCodeSize: Int
  let choices: IndexChoices
  /// Whether a pixel may be left alone, or players have to be told that nothing fills the rest.
  let needsTransparent: Bool
  /// The input's own coded image, when it gives the same picture.
  let source: LosslessGIFSource?
  /// 1/100 s. The first frame's 0 is nil: no policy about delays sees a difference there, while
  /// for later frames one does.
  let delay: Int?
  /// The result of ``estimate(_:parser:)``: several disposals ask for it.
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

  /// The same with another delay, 1/100 s.
  func taking(_ delay: Int) -> FrameCandidate {
    let other = FrameCandidate(
      rect: rect, palette: palette, transparentIndex: transparentIndex, minCodeSize: minCodeSize,
      choices: choices, needsTransparent: needsTransparent, source: source, delay: delay)
    other.estimated = estimated
    return other
  }

  /// Bytes that the frame takes when its data has so many.
  private func byteCount(dataCount: Int) -> Int {
    10 + (palette?.byteCount ?? 0) + 1 + GIFImage.subBlockByteCount(dataCount)
  }

  /// Bytes of the frame without a plan for its clear codes.
  func estimate(_ effort: LZWEffort, parser: LZWParser) -> Int {
    if let estimated { return estimated }
    let plan = LZWClearPlan(
      plainly: choices, effort: effort.estimate, minCodeSize: minCodeSize, parser: parser)
    let bytes = min(
      byteCount(dataCount: (plan.bitCount + 7) / 8), source?.image.byteCount ?? .max)
    estimated = bytes
    return bytes
  }

  /// The frame as it is written.
  ///
  /// - Parameter disposal: what becomes of it. The input's image may stand for a frame that is
  ///   cleared only when it clears the same rectangle, and names a transparent index: some players
  ///   clear to an opaque colour without one.
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

  /// A frame that needs none of it goes without the extension.
  private func control(
    _ disposal: GIFDisposal, _ transparentIndex: UInt8?, _ needsTransparent: Bool
  ) -> GIFFrameControl? {
    if delay == nil, disposal == .keep, !needsTransparent { return nil }
    return GIFFrameControl(
      delay: delay ?? 0, disposal: disposal, transparentIndex: transparentIndex)
  }
}
