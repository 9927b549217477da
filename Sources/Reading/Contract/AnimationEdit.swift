public import AnimTiming

/// An animation that is assembled from others: clips of one or several inputs, one after another.
///
/// ```swift
/// let edit = AnimationEdit(clips: [
///   .init("intro.gif"), .init("walk.png", ranges: [.frames(from: 0, to: 8)], repeats: 3),
/// ])
/// try await Converter(Conversion(input: .edit(edit), output: "out.mp4")).run()
/// ```
///
/// An edit is a value. It can be changed, compared, converted, played, and written as JSON. Frames
/// are decoded when they are read. The number of decoded pictures in memory depends neither on the
/// number of frames nor on repeats: at most two inputs are open at a time.
///
/// Each frame is drawn in this order: the clip's ``Clip/crop``, the place on the canvas,
/// ``transform``, ``overlay``.
public struct AnimationEdit: Sendable, Hashable {
  /// The clips in the order in which they are shown; at least one.
  public var clips: [Clip]
  /// How clips of different sizes share a canvas; nil refuses them.
  public var sizes: ReadingOptions.FrameFolder.MixedSizes?
  /// How often the whole is played; nil plays it as often as its inputs, or forever if they differ.
  public var plays: LoopCount?
  /// Changes every frame; nil changes none.
  public var transform: Transform?
  /// A picture on top of every frame; nil for none.
  public var overlay: Overlay?

  /// - Parameter clips: in the order in which they are shown.
  public init(clips: [Clip]) { self.clips = clips }

  /// The whole of each input, one after another.
  public init(joining inputs: [AnimationInput]) {
    self.init(clips: inputs.map { Clip($0) })
  }

  /// A picture that is drawn over every frame.
  public struct Overlay: Sendable, Hashable {
    /// The picture; the first frame of an animation.
    public var input: AnimationInput
    /// The distance of its left edge from that of the canvas in pixels; may be negative.
    public var x: Int
    /// The distance of its top edge from that of the canvas in pixels; may be negative.
    public var y: Int

    /// A picture at a place on the canvas.
    public init(_ input: AnimationInput, x: Int = 0, y: Int = 0) {
      self.input = input
      self.x = x
      self.y = y
    }
  }

  /// The inputs that the edit names, with those of edits inside it.
  package var inputs: [AnimationInput] {
    clips.map(\.input) + (overlay.map { [$0.input] } ?? [])
  }

  /// The same edit of other inputs.
  package func movingInputs(_ move: (AnimationInput) -> AnimationInput) -> AnimationEdit {
    var moved = self
    for index in clips.indices { moved.clips[index].input = move(clips[index].input) }
    if let overlay { moved.overlay?.input = move(overlay.input) }
    return moved
  }
}
