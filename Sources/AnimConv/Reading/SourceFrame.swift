public import AnimTiming

/// What the survey found about one frame.
public struct SourceFrame: Sendable, Hashable {
  /// How long it stays, as the file says.
  public var delay: Delay
  /// Where the frame draws: its rectangle as declared, clipped to the canvas.
  public var rect: PixelRect
  /// What happens to that rectangle before the next frame.
  public var disposal: Disposal
  /// How its pixels meet the canvas.
  public var blend: Blend
  /// Whether its rows are stored interlaced.
  public var isInterlaced: Bool

  public init(
    delay: Delay, rect: PixelRect, disposal: Disposal, blend: Blend, isInterlaced: Bool = false
  ) {
    self.delay = delay
    self.rect = rect
    self.disposal = disposal
    self.blend = blend
    self.isInterlaced = isInterlaced
  }
}
