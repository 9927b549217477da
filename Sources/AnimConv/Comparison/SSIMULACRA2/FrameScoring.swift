internal import Raster
internal import Threads

/// Scores frames on as many threads as there are processors, while the comparing thread continues.
/// The result does not depend on the number of threads.
final class FrameScoring {
  /// A score that may not be available yet.
  final class Pending: @unchecked Sendable {
    private let monitor = Monitor()
    private var isDone = false
    private var score: FrameScore?

    fileprivate func end(_ score: FrameScore?) {
      monitor.enter {
        self.score = score
        isDone = true
      }
    }

    /// Waits for the score; nil if the work was cancelled.
    func wait() -> FrameScore? {
      monitor.enter {
        while !isDone { monitor.wait() }
        return score
      }
    }
  }

  /// The number of frames that may wait for their scores; each holds two images.
  static let ahead = MemoryNeed.scoredAhead
  /// Shared by all comparisons of the process.
  private static let threads = LanePool(most: processorCount)

  private let cancellation: CancellationFlag
  private var newest: Pending?

  init(_ cancellation: CancellationFlag) { self.cancellation = cancellation }

  /// - Parameter pair: nil if both images are those of the previous call.
  func start(_ pair: ScoredPair?) -> Pending {
    guard let pair else { return newest! }
    let pending = Pending()
    SerialLane(Self.threads).start { [cancellation] in
      let isCancelled = (try? cancellation.check()) == nil
      pending.end(isCancelled ? nil : pair.score())
    }
    newest = pending
    return pending
  }
}
