/// Collects small pieces of a file, so that not each of them is a call of the system.
final class BufferedDestination {
  private let destination: Destination
  private var waiting: [UInt8] = []
  private static let capacity = 64 << 10

  init(_ destination: Destination) {
    self.destination = destination
    waiting.reserveCapacity(Self.capacity)
  }

  /// - Throws: ``WritingError``.
  func append(_ bytes: [UInt8]) throws {
    waiting += bytes
    if waiting.count >= Self.capacity { try flush() }
  }

  /// Writes what waits.
  ///
  /// - Throws: ``WritingError``.
  func flush() throws {
    if waiting.isEmpty { return }
    try destination.append(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
