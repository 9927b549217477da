public import AnimTiming
public import Raster

/// How one frame of an output differs from what its source shows at that time.
public struct FrameDifference: Sendable, Hashable {
  /// Which frame of the output, from 0.
  public let index: Int
  /// Which frame of the source shows in the middle of its time, from 0.
  public let sourceIndex: Int
  /// When it starts, in the output.
  public let start: RationalTime
  /// How long it shows, in the output.
  public let duration: RationalTime
  /// The structural similarity of luma: 1 for equal pictures. Windows of 8 by 8 pixels, as in FFmpeg's
  /// `ssim` filter.
  public let ssim: Double
  /// The window that differs most, in pixels of ``Comparison/size``.
  public let worstWindow: PixelRect
  /// Its structural similarity.
  public let worstWindowSSIM: Double
  /// The peak signal-to-noise ratio over red, green and blue, in decibels; nil for equal pictures.
  public let psnr: Double?
  /// The same over luma; nil for equal luma.
  public let lumaPSNR: Double?
  /// The largest difference of alpha of any pixel, of 255; nil where the output has no transparency.
  public let alphaError: Int?
  /// SSIMULACRA2: 100 for equal pictures. Transparent pictures are judged on white and on black, and the
  /// worse counts. A picture with a side below 113 pixels is judged as copies laid side by side until
  /// both sides have as many, because the measure means something else on small pictures. Nil when it
  /// was not asked for.
  public internal(set) var ssimulacra2: Double?
  /// What libjxl's `ssimulacra2` finds where a side is below 113 pixels: mostly lower, and not to be
  /// compared with numbers of other sizes. Nil for larger pictures, where it is the same, and for
  /// sides below 8 pixels, which libjxl refuses.
  public internal(set) var libjxlSSIMULACRA2: Double?
  /// Bytes of the output that the frame takes; nil where that is not known.
  public let byteCount: Int64?
}
