internal import AnimTiming
public import TextFormats

/// How picture files become frames.
public struct FrameFolderOptions: Sendable, Hashable {
  /// What becomes of missing numbers.
  public var gaps = FrameGaps.error
  /// What becomes of pictures of several sizes.
  public var sizes = MixedSizes.pad
  /// Which twins, such as `f1@2x.png`, are the frames: pixels for one point. Nil for the files
  /// without such a suffix; where there are none, for the largest.
  public var inputScale: ExactDecimal?
  /// The number of the first frame; nil for the lowest.
  public var startNumber: Int?
  /// Lets neighbours whose files have the same bytes be one frame that stays as long as all of
  /// them: what slots of equal length were before they were counted out.
  public var mergesRepeats = false

  /// What the files themselves say.
  public init() {}
}

/// What becomes of a numbered sequence in which numbers are missing. A constant stride, such as
/// 0, 2, 4, is no gap.
public enum FrameGaps: String, Sendable, Hashable, CaseIterable {
  /// They are named and nothing is read, since a lost frame is mostly a mistake.
  case error
  /// The frame before stays for those that are missing.
  case hold
  /// The frames close up.
  case skip
}

/// What becomes of pictures of several sizes.
public enum MixedSizes: String, Sendable, Hashable, CaseIterable {
  /// The canvas is as wide as the widest and as high as the highest; every picture is centred on it
  /// and the rest is transparent.
  case pad
  /// The same canvas; smaller pictures are scaled up until a side fits.
  case contain
  /// The canvas is as wide as the narrowest and as high as the lowest; what stands out is cut off
  /// evenly on both sides.
  case crop
  /// They are refused.
  case error
}
