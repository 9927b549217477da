public import Raster
internal import Threads

/// What yields the frames of one input and may wait for them without a thread, such as an actor that
/// has them from a camera or over the network; the asynchronous sibling of ``FrameSource``.
///
/// Its methods are called one at a time, each in a task that is cancelled when nobody waits for the
/// frame any more. Give it to ``CustomInput/init(name:awaiting:)``.
public protocol AsyncFrameSource: AnyObject, Sendable {
  /// What the survey found; does not change.
  nonisolated var info: SourceInfo { get }

  /// The next frame, or nil after the last.
  func next() async throws -> CanvasFrame?

  /// Makes `index` the frame that ``next()`` hands out next, with the whole canvas as its
  /// ``CanvasFrame/changed``.
  ///
  /// - Parameter index: from 0 up to and including the number of frames.
  func seek(to index: Int) async throws
}

/// An asynchronous source as readers take it: a thread of the library waits for it.
final class AwaitedSource: FrameSource {
  let info: SourceInfo

  private let source: any AsyncFrameSource
  private let token: CancellationToken

  init(_ source: any AsyncFrameSource, _ token: CancellationToken) {
    self.source = source
    self.token = token
    info = source.info
  }

  func next() throws -> CanvasFrame? {
    let source = source
    return try Self.wait(token) { try await source.next() }
  }

  func seek(to index: Int) throws {
    let source = source
    try Self.wait(token) { try await source.seek(to: index) }
  }

  /// Waits for what a task does, or until nobody waits any more; the task is cancelled then.
  static func wait<Value: Sendable>(
    _ token: CancellationToken, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    // Two results, of which the first counts: neither who brings one ever waits.
    let results = BoundedQueue<Result<Value, any Error>>(capacity: 2)
    let task = Task {
      do {
        let value = try await body()
        _ = results.push(.success(value))
      } catch {
        _ = results.push(.failure(error))
      }
    }
    let registration = token.flag.whenSet {
      task.cancel()
      _ = results.push(.failure(CancellationError()))
    }
    defer { token.flag.forget(registration) }
    // This queue is never closed.
    return try results.pop()!.get()
  }
}
