internal import Raster
internal import Reading
internal import Stages
internal import Threads

/// Reads frames of a source on a separate thread, ahead of the consumer.
///
/// Owns the source from ``start()`` until ``end()`` has returned.
final class FrameReader: @unchecked Sendable {
  private let source: any FrameSource
  private let indices: AnyCollection<Int>
  private let plays: Int
  private let skipping: Int
  private let cancellation: CancellationFlag
  private let check: (CanvasFrame) throws -> Void
  // One frame is being read, one waits, one is in use: at most three exist.
  private let queue = BoundedQueue<CanvasFrame>(capacity: 1)
  private let finished = BoundedQueue<Void>(capacity: 1)

  /// - Parameters:
  ///   - source: at any frame.
  ///   - indices: of the source's frames, in output order.
  ///   - plays: the number of consecutive plays.
  ///   - skipping: the number of frames to leave out at the beginning.
  ///   - check: called on the reading thread with each frame; an error ends reading.
  init(
    _ source: any FrameSource, _ indices: some Collection<Int>, plays: Int = 1, skipping: Int = 0,
    cancellation: CancellationFlag,
    check: @escaping (CanvasFrame) throws -> Void = { _ in }
  ) {
    self.source = source
    self.indices = AnyCollection(indices)
    self.plays = plays
    self.skipping = skipping
    self.cancellation = cancellation
    self.check = check
  }

  /// Begins to read.
  func start() {
    // A program's own source finds the task locals of its conversion.
    WorkerThread.startTask("reading") { [self] in
      CancellationFlag.$betweenFrames.withValue(cancellation) {
        queue.close(Result { try read() })
      }
      finished.close(.success(()))
    }
  }

  /// The next frame, waiting for it; nil after the last.
  ///
  /// - Throws: errors of reading or of the check; `CancellationError`.
  func next() throws -> CanvasFrame? { try queue.pop() }

  /// Stops reading and waits until the source is no longer in use.
  func end() {
    queue.abandon()
    // This queue is never closed with an error.
    _ = try? finished.pop()
  }

  private func read() throws {
    let ahead = source as? any DecodingAhead
    ahead?.decodesAhead = true
    defer { ahead?.decodesAhead = false }
    var player = SequencePlayer(source)
    for play in 0..<plays {
      var place = indices.startIndex
      if play == 0 {
        place =
          indices.index(place, offsetBy: skipping, limitedBy: indices.endIndex) ?? indices.endIndex
      }
      while place != indices.endIndex {
        try cancellation.check()
        let index = indices[place]
        indices.formIndex(after: &place)
        let frame = try player.frame(at: index, before: following(place, play))
        try check(frame)
        if !queue.push(frame) { return }
      }
    }
  }

  /// The frame at a place, or the one that begins the next play.
  private func following(_ place: AnyCollection<Int>.Index, _ play: Int) -> Int {
    if place != indices.endIndex { return indices[place] }
    return play + 1 < plays ? indices[indices.startIndex] : source.info.frames.count
  }
}
