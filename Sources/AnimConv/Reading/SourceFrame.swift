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

/// What happens to a frame's rectangle when its time is over.
public enum Disposal: String, Sendable, Hashable {
  /// It stays.
  case keep
  /// It becomes transparent.
  case clear
  /// What was there before the frame comes back.
  case restorePrevious
}

/// How a frame's pixels are put on the canvas.
public enum Blend: String, Sendable, Hashable {
  /// They replace what was there, alpha included.
  case source
  /// They are composited over what was there.
  case over
}
