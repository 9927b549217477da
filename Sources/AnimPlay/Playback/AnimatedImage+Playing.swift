extension AnimatedImage {
  /// The state at the start of playback.
  public struct Start: Sendable {
    /// The first frame, ready for display.
    public let first: AnimatedImage.Frame
    /// The cursor, at time 0.
    public var cursor: PlaybackCursor
  }

  /// Prepares playback: when this returns, the first frame is decoded and the next ones are being
  /// decoded. Start the clock then, so that the first frame is shown for its full duration even if
  /// decoding is slow.
  ///
  /// ```swift
  /// var playing = try await animation.start(.skip)
  /// show(playing.first)
  /// let start = ContinuousClock.now
  /// ```
  ///
  /// The returned frame belongs to the caller, so other animations of the same budget cannot evict
  /// it.
  public func start(_ lateness: PlaybackCursor.Lateness = .skip) async throws -> Start {
    let first = try await frame(at: 0)
    return Start(first: first, cursor: cursor(lateness))
  }
}
