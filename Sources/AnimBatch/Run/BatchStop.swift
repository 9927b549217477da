internal import Threads

/// Requests that a batch run starts no further unit and ends after the running ones.
package final class BatchStop: Sendable {
  private let flag = CancellationFlag()

  package init() {}

  package func request() { flag.set() }

  package var isRequested: Bool { flag.isCancelled }
}
