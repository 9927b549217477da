public import AnimTiming
public import Raster

/// What the survey found about one frame.
public struct SourceFrame: Sendable, Hashable {
  /// How long it stays, as the file says.
  public var delay: Delay
  // The rectangle in 16 bytes instead of 32: a survey holds one of these for every frame.
  private var x: UInt32
  private var y: UInt32
  private var width: UInt32
  private var height: UInt32
  /// What happens to that rectangle before the next frame.
  public var disposal: Disposal
  /// How its pixels meet the canvas.
  public var blend: Blend
  /// Whether its rows are stored interlaced.
  public var isInterlaced: Bool

  /// What a survey tells of a frame.
  public init(
    delay: Delay, rect: PixelRect, disposal: Disposal, blend: Blend, isInterlaced: Bool = false
  ) {
    self.delay = delay
    x = UInt32(rect.x)
    y = UInt32(rect.y)
    width = UInt32(rect.width)
    height = UInt32(rect.height)
    self.disposal = disposal
    self.blend = blend
    self.isInterlaced = isInterlaced
  }

  /// Where the frame draws: its rectangle as declared, clipped to the canvas.
  public var rect: PixelRect {
    get { PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) }
    set {
      x = UInt32(newValue.x)
      y = UInt32(newValue.y)
      width = UInt32(newValue.width)
      height = UInt32(newValue.height)
    }
  }
}
