public import Reading
internal import Stages
public import Threads

extension AnimationInput {
  /// Opens the input, whose kind its first bytes decide.
  ///
  /// ```swift
  /// let source = try await AnimationInput("in.gif").open()
  /// while let frame = try source.next() { print(frame.index, frame.changed) }
  /// ```
  ///
  /// Input that cannot be read twice is first copied to an unnamed temporary file, because the survey
  /// comes before the pixels.
  ///
  /// Waits for its turn and for a stream's bytes without blocking a thread. If the task is cancelled,
  /// it throws at once, even while the system is reading.
  ///
  /// - Parameters:
  ///   - options: limits, and how damage is handled.
  ///   - limits: the limits that decide when its turn comes.
  /// - Returns: the surveyed source, positioned before its first frame, for use by one thread at a
  ///   time.
  /// - Throws: ``ConversionError``.
  /// - Complexity: reads the whole input once; decodes no pixels.
  public func open(
    options: ReadingOptions = .init(), limits: ConversionLimits = .shared
  ) async throws -> sending any FrameSource {
    do {
      return try await opening(self, in: limits, for: .playback, name: "opening") { work, open in
        try CancellationFlag.$ofOpening.withValue(work.cancellation) {
          HandedOver(source: try open(self, options))
        }
      }.source
    } catch {
      throw ConversionError.wrapping(error, file: name, stage: .reading)
    }
  }
}

/// A source that is opened on one thread and then used on another.
package struct HandedOver: @unchecked Sendable {
  package let source: any FrameSource

  package init(source: any FrameSource) { self.source = source }
}

/// A stream must be copied before it can be opened.
private struct StreamFound: Error {
  let spool: Spool
}

/// Makes a source from an input; throws ``StreamFound`` for a stream.
package typealias SourceOpener =
  @Sendable (AnimationInput, ReadingOptions) throws -> any FrameSource

/// Runs work that opens an input, once its turn has come. If the input is a stream, this gives up
/// the turn, copies the stream, and runs the work again with the copy. Waiting for bytes therefore
/// takes neither a thread nor a turn.
///
/// - Parameters:
///   - priority: nil for that of the task.
///   - onSpooling: called whenever bytes of a stream arrive.
///   - body: opens the input once, before it changes anything.
package func opening<Value: Sendable>(
  _ input: AnimationInput, in limits: ConversionLimits, for purpose: WorkGate.Purpose = .conversion,
  priority: TaskPriority? = nil, name: String, onSpooling: @escaping @Sendable () -> Void = {},
  _ body: @escaping @Sendable (AdmittedWork, @escaping SourceOpener) throws -> Value
) async throws -> Value {
  let flag = CancellationFlag()
  do {
    return try await AdmittedWork.run(
      name, in: limits.gate, for: purpose, priority: priority, cancellation: flag
    ) { work in
      try body(work) { input, options in
        if let spool = try Spool(of: input, limits: options.limits) {
          throw StreamFound(spool: spool)
        }
        return try openSource(input, options: options)
      }
    }
  } catch {
    guard let stream = streamFound(error) else { throw error }
    let spooled = try await withTaskCancellationHandler {
      try await stream.run(cancellation: flag, onBytes: onSpooling)
    } onCancel: {
      flag.set()
    }
    return try await AdmittedWork.run(
      name, in: limits.gate, for: purpose, priority: priority, cancellation: flag
    ) { work in
      try body(work) { input, options in
        try openSource(input, options: options, spooled: spooled)
      }
    }
  }
}

private func streamFound(_ error: any Error) -> Spool? {
  (error as? StreamFound ?? (error as? ConversionError)?.underlying as? StreamFound)?.spool
}
