internal import AnimTiming
public import TextFormats

extension ReadingOptions {
  /// Options for reading image files as frames.
  public struct FrameFolder: Sendable, Hashable {
    /// The handling of missing numbers.
    public var gaps = ReadingOptions.FrameFolder.Gaps.error
    /// The handling of images of several sizes.
    public var sizes = ReadingOptions.FrameFolder.MixedSizes.pad
    /// The scale of the files to use, such as `f1@2x.png`: pixels per point. Nil for files without
    /// such a suffix or, if there are none, the largest scale.
    public var inputScale: ExactDecimal?
    /// The number of the first frame; nil for the lowest.
    public var startNumber: Int?
    /// Merges consecutive files with identical bytes into one frame with their total duration,
    /// which restores frames that were repeated for equal slots.
    public var mergesRepeats = false

    /// Defaults that depend on the files.
    public init() {}
  }
}

extension ReadingOptions.FrameFolder {
  /// The handling of missing numbers in a sequence. A constant step, such as 0, 2, 4, is not a gap.
  public enum Gaps: String, Sendable, Hashable, CaseIterable {
    /// They are reported and nothing is read, because a missing frame is usually a mistake.
    case error
    /// The previous frame is repeated in their place.
    case hold
    /// The remaining frames follow each other directly.
    case skip
  }
}

extension ReadingOptions.FrameFolder {
  /// The handling of images of several sizes.
  public enum MixedSizes: String, Sendable, Hashable, CaseIterable {
    /// The canvas has the largest width and height; every image is centred on it and the rest is
    /// transparent.
    case pad
    /// The same canvas; smaller images are enlarged until one side fits.
    case contain
    /// The canvas has the smallest width and height; the excess is cut off evenly on both sides.
    case crop
    /// They are refused.
    case error
  }
}
