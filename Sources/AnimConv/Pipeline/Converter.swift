internal import Threads

/// Carries out a ``Conversion``: surveys, plans, pulls the frames through, checks what was written
/// and makes it appear.
///
/// ```swift
/// let report = try await Converter(conversion).run { progress in
///   print(progress.framesDone, "of", progress.framesTotal)
/// }
/// ```
public struct Converter: Sendable {
  public let conversion: Conversion

  public init(_ conversion: Conversion) {
    self.conversion = conversion
  }

  /// Surveys the input and says what a run would do. Nothing is written, and standard input is
  /// used up.
  ///
  /// - Throws: ``ConversionError``.
  /// - Complexity: reads the input's headers; decodes frames only until the first transparent
  ///   pixel, when the output depends on there being one.
  public func plan() throws -> ConversionPlan {
    try ConversionJob(conversion).plan()
  }

  /// Converts. Cancelling the task cancels the conversion and leaves no file.
  ///
  /// - Parameters:
  ///   - onProgress: called on a thread of the conversion, in order, after each phase begins, each
  ///     piece of a stream that is spooled, and each frame; should return quickly.
  ///   - onTry: called on the same thread after each try of a search for ``Conversion/sizeTarget``.
  /// - Returns: what was done.
  /// - Throws: ``ConversionError``; then what was at the output before is still there.
  /// - Complexity: decodes, shapes and encodes each frame once, or once for each of at most 20 tries
  ///   when a number of bytes is to be reached; memory does not depend on the number
  ///   of frames.
  @discardableResult
  public func run(
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in },
    onTry: @escaping @Sendable (SizeTry) -> Void = { _ in }
  ) async throws -> ConversionReport {
    let flag = CancellationFlag()
    let conversion = conversion
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        WorkerThread.start("conversion") {
          continuation.resume(
            with: Result {
              try ConversionJob(
                conversion, cancellation: flag, observer: onProgress, onTry: onTry
              ).run()
            })
        }
      }
    } onCancel: {
      flag.set()
    }
  }
}
