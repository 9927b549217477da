public import AnimTiming
public import Raster

extension AnimatedImage {
  /// Every frame of one play, in order, with its start and duration.
  ///
  /// ```swift
  /// for try await frame in animation.frames {
  ///   print(frame.index, frame.start, frame.duration)
  /// }
  /// ```
  public var frames: AnimationFrames { AnimationFrames(animation: self) }
}

/// The frames of one play of an ``AnimatedImage``, decoded while they are asked for.
public struct AnimationFrames: AsyncSequence, Sendable {
  /// A frame with its place on the timeline.
  public typealias Element = AnimationFrame

  let animation: AnimatedImage

  /// Begins at the first frame.
  public func makeAsyncIterator() -> Iterator { Iterator(animation: animation) }

  /// Walks through the frames of one play.
  public struct Iterator: AsyncIteratorProtocol {
    let animation: AnimatedImage
    private var index = 0

    init(animation: AnimatedImage) {
      self.animation = animation
    }

    /// - Throws: what ``AnimatedImage/frame(at:)-(Int)`` throws.
    public mutating func next() async throws -> AnimationFrame? {
      guard index < animation.count else { return nil }
      defer { index += 1 }
      return try await animation.frame(at: index)
    }
  }
}

/// One frame of an ``AnimatedImage``, with its place on the timeline.
public struct AnimationFrame: Sendable {
  /// Which frame it is, from 0.
  public let index: Int
  /// The whole canvas, as a browser would show it. Its memory counts in the animation's budget for
  /// as long as somebody holds it.
  public let pixels: PixelBuffer
  /// When it starts, from the start of a play.
  public let start: RationalTime
  /// How long it shows; above zero.
  public let duration: RationalTime
}
