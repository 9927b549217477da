public import AnimTiming
public import Raster

extension SourceInfo {
  /// The survey's result for one frame.
  public struct Frame: Sendable, Hashable {
    /// Its delay as stored in the file.
    public var delay: Delay
    // A survey stores one for every frame: in this order there are no gaps between them, and the
    // rectangle has 16 bytes instead of 32.
    /// Its disposal before the next frame.
    public var disposal: CanvasFrame.Disposal
    /// How its pixels are combined with the canvas.
    public var blend: CanvasFrame.Blend
    /// Whether its rows are stored interlaced.
    public var isInterlaced: Bool
    private var storedRect: StoredRect
    private var storedBytes: UInt32 = 0

    /// Creates the survey's result for one frame.
    public init(
      delay: Delay, rect: PixelRect, disposal: CanvasFrame.Disposal, blend: CanvasFrame.Blend,
      isInterlaced: Bool = false
    ) {
      self.delay = delay
      storedRect = StoredRect(rect)
      self.disposal = disposal
      self.blend = blend
      self.isInterlaced = isInterlaced
    }

    /// Bytes of the frame in the file, including headers; nil if unknown. 4 GiB or more is stored
    /// as one byte less than that.
    public var byteCount: Int64? {
      get { storedBytes == 0 ? nil : Int64(storedBytes) }
      set { storedBytes = UInt32(clamping: max(0, newValue ?? 0)) }
    }

    /// The drawn rectangle: as declared, clipped to the canvas.
    public var rect: PixelRect {
      get { storedRect.rect }
      set { storedRect = StoredRect(newValue) }
    }
  }
}
