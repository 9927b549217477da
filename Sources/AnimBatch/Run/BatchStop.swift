internal import Threads

/// Tells a batch run to start no further unit and to end after the running ones.
package final class BatchStop: Sendable {
  private let flag = CancellationFlag()

  package init() {}

  package func request() { flag.set() }

  package var isRequested: Bool { flag.isCancelled }
}
