internal import Threads

extension Converter {
  /// One thing that happens during a conversion.
  public enum Event: Sendable {
    /// The newest progress. Earlier values that the consumer was too slow for are left out.
    case progress(Conversion.Progress)
    /// A try of a search for ``Conversion/sizeTarget`` or ``Conversion/qualityTarget``.
    case tried(Conversion.Try)
    /// The conversion is done; the last event.
    case finished(Conversion.Report)
  }

  /// A conversion as a sequence of what happens during it.
  ///
  /// ```swift
  /// for try await event in Converter(conversion).events() {
  ///   switch event {
  ///   case .progress(let progress): show(progress)
  ///   case .tried: break
  ///   case .finished(let report): print(report.total)
  ///   }
  /// }
  /// ```
  ///
  /// Each iteration converts once, from its first step on, like ``run(onProgress:onTry:)``, and
  /// throws ``ConversionError``. It never waits for a slow consumer. Cancelling the task, or
  /// releasing the iterator before the last event, cancels the conversion.
  ///
  /// - Complexity: holds one progress value, whatever the number of frames.
  public func events() -> some AsyncSequence<Converter.Event, any Error> & Sendable {
    ConversionEvents(converter: self)
  }
}

private struct ConversionEvents: AsyncSequence, Sendable {
  let converter: Converter

  struct Iterator: AsyncIteratorProtocol {
    let converter: Converter
    private var run: EventRun?

    init(_ converter: Converter) { self.converter = converter }

    mutating func next() async throws -> Converter.Event? {
      let run = run ?? EventRun(converter)
      self.run = run
      return try await run.next()
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(converter) }
}

/// A running conversion; cancelled when its iterator is released.
private final class EventRun: Sendable {
  private let mailbox = EventMailbox()
  private let task: Task<Void, Never>

  init(_ converter: Converter) {
    task = Task { [mailbox] in
      do {
        mailbox.end(
          .success(
            try await converter.run(onProgress: { mailbox.put($0) }, onTry: { mailbox.put($0) })))
      } catch {
        mailbox.end(.failure(error))
      }
    }
  }

  deinit { task.cancel() }

  func next() async throws -> Converter.Event? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { mailbox.wait($0) }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Events that wait for one consumer.
private final class EventMailbox: Sendable {
  private typealias Waiter = CheckedContinuation<Converter.Event?, any Error>

  private struct State {
    var progress: Conversion.Progress?
    var tries = Fifo<Conversion.Try>()
    var end: Result<Conversion.Report, any Error>?
    var hasEnded = false
    var waiter: Waiter?

    /// The waiter and its event, if there are both.
    mutating func match() -> (Waiter, Result<Converter.Event?, any Error>)? {
      guard let waiter, let event = take() else { return nil }
      self.waiter = nil
      return (waiter, event)
    }

    private mutating func take() -> Result<Converter.Event?, any Error>? {
      if let tried = tries.popFirst() { return .success(.tried(tried)) }
      if let progress {
        self.progress = nil
        return .success(.progress(progress))
      }
      if let end {
        self.end = nil
        hasEnded = true
        return end.map { .finished($0) }
      }
      return hasEnded ? .success(nil) : nil
    }
  }

  private let state = GuardedState(State())

  func put(_ progress: Conversion.Progress) { change { $0.progress = progress } }
  func put(_ tried: Conversion.Try) { change { $0.tries.append(tried) } }
  func end(_ result: Result<Conversion.Report, any Error>) { change { $0.end = result } }
  func wait(_ waiter: CheckedContinuation<Converter.Event?, any Error>) {
    change { $0.waiter = waiter }
  }

  private func change(_ body: (inout State) -> Void) {
    let matched = state.withLock { state in
      body(&state)
      return state.match()
    }
    if let (waiter, event) = matched { waiter.resume(with: event) }
  }
}
