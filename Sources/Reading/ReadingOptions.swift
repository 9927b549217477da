public import AnimTiming
public import Stages

/// How to read: the limits and what to do about damage.
public struct ReadingOptions: Sendable, Hashable {
  /// What is refused rather than read.
  public var limits = ReadingLimits()
  /// Damage is an error instead of a warning.
  public var isStrict = false
  /// What becomes of high dynamic range.
  public var highDynamicRange = HighDynamicRange.tonemap
  /// How video files are read.
  public var video = VideoInputOptions()
  /// How picture files become frames.
  public var folder = FrameFolderOptions()
  /// How sheets are cut and which of their frames play.
  public var sheet = SheetOptions()
  /// What of files of Aseprite is shown.
  public var aseprite = AsepriteOptions()
  /// The constant rate of frames that come as pictures: of folders, lists, archives, sheets and
  /// atlases. Nil to take the durations that come with them and, without any,
  /// ``defaultFrameRate``, which a note then tells. Files with times of their own are not changed.
  public var frameRate: FrameRate?
  /// What makes durations of the delays of several inputs that are read as one; nil for what suits each.
  package var joinedDelays: DelayPolicy?
  /// Whether the animations of an input are all kept as such, so that there is nothing to choose.
  package var keepsAnimations = false

  /// The rate where neither the input nor the user names one: 10 frames a second, as long as
  /// browsers show a frame whose delay is missing.
  public static let defaultFrameRate = FrameRate(10)

  /// Damage is tolerated as browsers tolerate it.
  public init() {}
}
