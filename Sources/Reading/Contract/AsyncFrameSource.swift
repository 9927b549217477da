public import Raster
internal import Threads

/// A source of frames that may wait for them without blocking a thread, such as an actor with
/// frames from a camera or the network; the asynchronous counterpart of ``FrameSource``.
///
/// Its methods are called one at a time, each in a task that is cancelled if the frame is no longer
/// needed. Pass it to ``CustomInput/init(name:awaiting:)``.
public protocol AsyncFrameSource: AnyObject, Sendable {
  /// The result of the survey; constant.
  nonisolated var info: SourceInfo { get }

  /// The next frame, or nil after the last.
  func next() async throws -> CanvasFrame?

  /// Makes ``next()`` return frame `index` next, with the whole canvas as its
  /// ``CanvasFrame/changed``.
  ///
  /// - Parameter index: from 0 to the number of frames.
  func seek(to index: Int) async throws
}

/// An asynchronous source for readers: a thread of the library waits for it.
final class AwaitedSource: FrameSource {
  let info: SourceInfo

  private let source: any AsyncFrameSource
  private let token: CustomInput.CancellationToken

  init(_ source: any AsyncFrameSource, _ token: CustomInput.CancellationToken) {
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

  /// Waits for a task until its result is no longer needed; the task is then cancelled.
  static func wait<Value: Sendable>(
    _ token: CustomInput.CancellationToken, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    // Holds up to two results, so that neither sender waits; only the first is used.
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
