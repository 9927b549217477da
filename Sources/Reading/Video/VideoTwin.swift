internal import Raster
internal import Stages
internal import Threads

/// A second reader of a video, which decodes a frame of a later group of pictures on another thread
/// while the first reader decodes one of its own. Groups do not depend on each other.
///
/// Used by the first reader's thread only.
final class VideoTwin {
  private let source: VideoSource
  private let lane = SerialLane(twinThreads)
  private var begun: (index: Int, frame: AwaitedResult<CanvasFrame?>)?

  /// - Parameter source: used by nothing else.
  init(_ source: VideoSource) { self.source = source }

  /// Whether a frame was started and not taken.
  func holds(_ index: Int) -> Bool { begun?.index == index }

  /// Starts decoding a frame, unless another one is still being decoded.
  ///
  /// - Parameter prepare: changes the reader while it is idle.
  func begin(_ index: Int, _ prepare: (VideoSource) -> Void) {
    if let begun, !begun.frame.hasEnded() { return }
    prepare(source)
    let frame = AwaitedResult<CanvasFrame?>()
    begun = (index, frame)
    // Only the lane uses it until the signal is set.
    nonisolated(unsafe) let source = source
    let flag = CancellationFlag.betweenFrames
    lane.start {
      CancellationFlag.$betweenFrames.withValue(flag) {
        frame.fulfill {
          try source.seek(to: index)
          source.following = source.info.frames.count
          return try source.next()
        }
      }
    }
  }

  /// A frame that was started; nil for others.
  ///
  /// - Returns: the frame and the reader, which is idle.
  func take(_ index: Int) throws -> (frame: CanvasFrame, source: VideoSource)? {
    guard let begun, begun.index == index else { return nil }
    self.begun = nil
    return try begun.frame.take().map { ($0, source) }
  }
}

/// The threads of all videos.
private let twinThreads = LanePool(most: max(2, processorCount))
