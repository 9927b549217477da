public import AnimTiming
public import Raster

extension OutputComparison {
  /// The difference between one frame of an output and the frame that its source shows at that
  /// time.
  public struct FrameDifference: Sendable, Hashable {
    /// The index of the output frame, from 0.
    public let index: Int
    /// The index of the source frame that is shown in the middle of the output frame's duration,
    /// from 0.
    public let sourceIndex: Int
    /// Its start in the output.
    public let start: RationalTime
    /// Its duration in the output.
    public let duration: RationalTime
    /// The structural similarity of luma; 1 for identical images. Windows are 8 by 8 pixels, as in
    /// FFmpeg's `ssim` filter.
    public let ssim: Double
    /// The window with the largest difference, in pixels of ``OutputComparison/size``.
    public let worstWindow: PixelRect
    /// Its structural similarity.
    public let worstWindowSSIM: Double
    /// The peak signal-to-noise ratio over red, green and blue, in decibels; nil for identical
    /// images.
    public let psnr: Double?
    /// The peak signal-to-noise ratio over luma; nil if luma is identical.
    public let lumaPSNR: Double?
    /// The largest difference of alpha of any pixel, out of 255; nil if the output has no
    /// transparency.
    public let alphaError: Int?
    /// SSIMULACRA2; 100 for identical images. Transparent images are judged on white and on black,
    /// and the worse score counts. An image with a side below 113 pixels is tiled until both sides
    /// have 113 pixels, because the measure behaves differently on small images. Nil if it was not
    /// requested.
    public internal(set) var ssimulacra2: Double?
    /// The score of libjxl's `ssimulacra2` for a side below 113 pixels. It is mostly lower and not
    /// comparable with scores of other sizes. Nil for larger images, where both scores agree, and
    /// for sides below 8 pixels, which libjxl refuses.
    public internal(set) var libjxlSSIMULACRA2: Double?
    /// Bytes of this frame in the output; nil if unknown.
    public let byteCount: Int64?
  }
}
