public import Reading
internal import Stages
internal import Threads

/// Opens an input of any kind that animconv reads, decided by its first bytes.
///
/// ```swift
/// let source = try await openSource("in.gif")
/// while let frame = try source.next() { print(frame.index, frame.changed) }
/// ```
///
/// Waits, without a thread, for its turn and for a stream's bytes. When the task is cancelled it
/// throws at once, even where the system is busy reading.
///
/// - Parameters:
///   - input: a regular file, a folder or a pattern of picture files, a pipe, standard
///     input, or bytes. What cannot be read twice is copied to a temporary file without a name
///     first, since a survey comes before the pixels.
///   - options: limits, and what to do about damage.
///   - limits: by which it waits for its turn.
/// - Returns: the source, surveyed and standing before its first frame, for one thread at a time.
/// - Throws: ``ConversionError``.
/// - Complexity: reads the whole input once; decodes no pixel.
public func openSource(
  _ input: AnimationInput, options: ReadingOptions = .init(), limits: ConversionLimits = .shared
) async throws -> sending any FrameSource {
  do {
    return try await opening(input, in: limits, for: .playback, name: "opening") { work, open in
      try CancellationFlag.$ofOpening.withValue(work.cancellation) {
        HandedOver(source: try open(input, options))
      }
    }.source
  } catch {
    throw ConversionError.wrapping(error, file: input.name, stage: .reading)
  }
}

/// A source that one thread has opened and another one uses from then on.
struct HandedOver: @unchecked Sendable {
  let source: any FrameSource
}

/// A stream has to be copied before it can be opened.
private struct StreamFound: Error {
  let spool: Spool
}

/// Makes a source of an input; throws ``StreamFound`` for a stream.
typealias SourceOpener = @Sendable (AnimationInput, ReadingOptions) throws -> any FrameSource

/// Does work that opens an input, when it is its turn. Where the input turns out to be a stream, the
/// turn is given up, the stream copied, and the work done again with the copy: waiting for bytes of
/// which nobody knows when they come takes neither a thread nor a turn.
///
/// - Parameters:
///   - onSpooling: called whenever some bytes of a stream have come.
///   - body: opens the input once, before it changes anything.
func opening<Value: Sendable>(
  _ input: AnimationInput, in limits: ConversionLimits, for purpose: WorkGate.Purpose = .conversion,
  name: String, onSpooling: @escaping @Sendable () -> Void = {},
  _ body: @escaping @Sendable (AdmittedWork, @escaping SourceOpener) throws -> Value
) async throws -> Value {
  let flag = CancellationFlag()
  do {
    return try await AdmittedWork.run(name, in: limits.gate, for: purpose, cancellation: flag) {
      work in
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
    return try await AdmittedWork.run(name, in: limits.gate, for: purpose, cancellation: flag) {
      work in
      try body(work) { input, options in
        try openSource(input, options: options, spooled: spooled)
      }
    }
  }
}

private func streamFound(_ error: any Error) -> Spool? {
  (error as? StreamFound ?? (error as? ConversionError)?.underlying as? StreamFound)?.spool
}
