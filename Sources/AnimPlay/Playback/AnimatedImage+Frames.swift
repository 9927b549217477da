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
  public var frames: Frames { Frames(animation: self) }

  /// The frames of one play of an ``AnimatedImage``, decoded on demand.
  public struct Frames: AsyncSequence, Sendable {
    /// A frame with its place on the timeline.
    public typealias Element = AnimatedImage.Frame

    let animation: AnimatedImage

    /// Starts at the first frame.
    public func makeAsyncIterator() -> Iterator { Iterator(animation: animation) }

    /// Iterates over the frames of one play.
    public struct Iterator: AsyncIteratorProtocol {
      let animation: AnimatedImage
      private var index = 0

      init(animation: AnimatedImage) {
        self.animation = animation
      }

      /// - Throws: like ``AnimatedImage/frame(at:)-(Int)``.
      public mutating func next() async throws -> AnimatedImage.Frame? {
        guard index < animation.count else { return nil }
        defer { index += 1 }
        return try await animation.frame(at: index)
      }
    }
  }
}

extension AnimatedImage {
  /// One frame of an ``AnimatedImage``, with its place on the timeline.
  public struct Frame: Sendable {
    /// The index of the frame, from 0.
    public let index: Int
    /// The whole canvas, as a browser shows it. Its memory counts towards the animation's budget
    /// while it is in use.
    public let pixels: PixelBuffer
    /// Its start within a play.
    public let start: RationalTime
    /// Its duration; above zero.
    public let duration: RationalTime
  }
}
