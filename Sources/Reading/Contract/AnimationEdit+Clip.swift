public import AnimTiming
public import Raster

extension AnimationEdit {
  /// Frames of one input, with their order and times.
  ///
  /// The changes are applied in this order: ``ranges``, ``direction``, ``speed``, ``delays``,
  /// ``repeats``.
  public struct Clip: Sendable, Hashable {
    /// Where the frames come from. It must be readable more than once, so a stream is refused.
    public var input: AnimationInput
    /// The animation of the input with this name, as in ``ReadingOptions/Sheet/tag``; nil for the
    /// whole input.
    public var tag: String?
    /// The parts to show, one after another. Parts may overlap and may be in any order, which
    /// removes, copies and moves frames. Empty shows everything.
    public var ranges: [AnimationTimeline.FrameRange]
    /// The order of the frames of all parts.
    public var direction: TimingEdits.Direction
    /// The factor by which the frames are shown faster.
    public var speed: TimingEdits.Speed
    /// The duration of each shown frame, each above zero; one is for all frames. Empty keeps the
    /// durations of the input.
    public var delays: [RationalTime]
    /// The part of the input's canvas that is shown; nil shows all of it.
    public var crop: PixelRect?
    /// How often the clip is shown; at least 1.
    public var repeats: Int

    /// A whole input, or a part of it.
    public init(
      _ input: AnimationInput, tag: String? = nil, ranges: [AnimationTimeline.FrameRange] = [],
      direction: TimingEdits.Direction = .forward, speed: TimingEdits.Speed = .normal,
      delays: [RationalTime] = [], crop: PixelRect? = nil, repeats: Int = 1
    ) {
      self.input = input
      self.tag = tag
      self.ranges = ranges
      self.direction = direction
      self.speed = speed
      self.delays = delays
      self.crop = crop
      self.repeats = repeats
    }
  }
}

extension AnimationEdit.Clip {
  /// The clip in two parts: the frames before a frame, and those from it on.
  ///
  /// Insert another clip between the two, or leave one of them out.
  ///
  /// - Parameter frame: a frame of the clip, counted from 0 after all of its changes; at least 1
  ///   and less than the number of frames, which is checked when the edit is opened.
  public func split(before frame: Int) -> (AnimationEdit.Clip, AnimationEdit.Clip) {
    let isPlain = ranges.isEmpty && direction == .forward && delays.count < 2 && repeats == 1
    let whole = isPlain ? self : AnimationEdit.Clip(.edit(AnimationEdit(clips: [self])))
    var (before, after) = (whole, whole)
    before.ranges = [.frames(from: 0, to: frame)]
    after.ranges = [.frames(from: frame, to: nil)]
    return (before, after)
  }

  /// The clip without some of its frames.
  ///
  /// - Parameter range: frames of the clip, counted from 0 after all of its changes; neither empty
  ///   nor all of them, which is checked when the edit is opened.
  public func removing(_ range: Range<Int>) -> AnimationEdit.Clip {
    var (_, rest) = split(before: range.upperBound)
    if range.lowerBound > 0 { rest.ranges.insert(.frames(from: 0, to: range.lowerBound), at: 0) }
    return rest
  }
}
