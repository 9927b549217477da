public import AnimTiming
public import Stages

/// Reading options: the limits and the handling of damage.
public struct ReadingOptions: Sendable, Hashable {
  /// The limits beyond which inputs are refused.
  public var limits = ReadingLimits()
  /// Whether damage is an error instead of a warning.
  public var isStrict = false
  /// The handling of high dynamic range.
  public var highDynamicRange = ReadingOptions.HighDynamicRange.tonemap
  /// Options for video files.
  public var video = ReadingOptions.Video()
  /// Options for image files as frames.
  public var folder = ReadingOptions.FrameFolder()
  /// Options for cutting sheets and selecting their frames.
  public var sheet = ReadingOptions.Sheet()
  /// The visible parts of Aseprite files.
  public var aseprite = ReadingOptions.Aseprite()
  /// The constant rate of frames from images: folders, lists, archives, sheets and atlases. Nil to
  /// use their own durations or, without any, ``defaultFrameRate``, which is reported in a note.
  /// Files with their own timing are not affected.
  public var frameRate: FrameRate?
  /// Kinds of files that the program reads itself, asked in this order before all others.
  public var kinds: [CustomInput.Kind] = []
  /// The policy that turns the delays of joined inputs into durations; nil for the default of each.
  package var joinedDelays: DelayPolicy?
  /// How the clips of an edit that does not say it itself share a canvas; nil refuses different
  /// sizes.
  package var editSizes: ReadingOptions.FrameFolder.MixedSizes?
  /// Whether all animations of an input are kept, so that none is selected.
  package var keepsAnimations = false

  /// The default rate: 10 frames per second, because browsers show a frame without a delay for this
  /// long.
  public static let defaultFrameRate = FrameRate(10)

  /// Damage is tolerated as in browsers.
  public init() {}
}
