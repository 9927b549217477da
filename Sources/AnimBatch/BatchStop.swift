internal import Threads

/// Tells a run of a batch to begin no further unit and to end with those that are at work.
package final class BatchStop: Sendable {
  private let flag = CancellationFlag()

  package init() {}

  package func request() { flag.set() }

  package var isRequested: Bool { flag.isCancelled }
}
