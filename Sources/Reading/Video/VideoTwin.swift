internal import Dispatch
internal import Raster
internal import Stages
internal import Threads

/// A second reader of a video, which decodes a frame of a later group of pictures on another thread
/// while the first reader decodes one of its own. Groups do not depend on each other.
///
/// Used by the first reader's thread only.
final class VideoTwin {
  /// The channel for one frame.
  private final class Slot: @unchecked Sendable {
    let index: Int
    let isDone = DispatchSemaphore(value: 0)
    /// Written before the signal, read after it.
    var result: Result<CanvasFrame?, any Error>?

    init(_ index: Int) { self.index = index }
  }

  private let source: VideoSource
  private let lane = SerialLane(twinThreads)
  private var slot: Slot?

  /// - Parameter source: used by nothing else.
  init(_ source: VideoSource) { self.source = source }

  /// Whether a frame was begun and not taken.
  func holds(_ index: Int) -> Bool { slot?.index == index }

  /// Begins to decode a frame, unless another is still being decoded.
  ///
  /// - Parameter prepare: changes the reader while it is idle.
  func begin(_ index: Int, _ prepare: (VideoSource) -> Void) {
    if let slot {
      guard slot.isDone.wait(timeout: .now()) == .success else { return }
      self.slot = nil
    }
    prepare(source)
    let slot = Slot(index)
    self.slot = slot
    // Only the lane uses it until the signal.
    nonisolated(unsafe) let source = source
    let flag = CancellationFlag.betweenFrames
    lane.start {
      CancellationFlag.$betweenFrames.withValue(flag) {
        slot.result = Result {
          try source.seek(to: index)
          source.following = source.info.frames.count
          return try source.next()
        }
      }
      slot.isDone.signal()
    }
  }

  /// A frame that was begun; nil for others.
  ///
  /// - Returns: the frame and the reader, which is idle.
  func take(_ index: Int) throws -> (frame: CanvasFrame, source: VideoSource)? {
    guard let slot, slot.index == index else { return nil }
    self.slot = nil
    slot.isDone.wait()
    return try slot.result?.get().map { ($0, source) }
  }
}

/// The threads of all videos.
private let twinThreads = LanePool(most: max(2, processorCount))
