extension AnimatedImage {
  /// What playing begins with.
  public struct Start: Sendable {
    /// The first frame, ready to be shown.
    public let first: AnimationFrame
    /// The cursor, at time 0.
    public var cursor: PlaybackCursor
  }

  /// Gets ready to play: when this returns, the first frame is decoded, and the next ones are on
  /// their way. Start the clock then, and the first frame is shown for all of its time however slow
  /// decoding is.
  ///
  /// ```swift
  /// var playing = try await animation.start(.skip)
  /// show(playing.first)
  /// let start = ContinuousClock.now
  /// ```
  ///
  /// The returned frame is the caller's, so other animations of the same budget cannot displace it.
  public func start(_ lateness: PlaybackCursor.Lateness = .skip) async throws -> Start {
    let first = try await frame(at: 0)
    return Start(first: first, cursor: cursor(lateness))
  }
}
