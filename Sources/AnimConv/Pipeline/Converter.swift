internal import Reading
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
  /// What it carries out.
  public let conversion: Conversion
  /// What it shares processors and memory with others by.
  public let limits: ConversionLimits

  /// - Parameter limits: those of the process, unless others are given.
  public init(_ conversion: Conversion, limits: ConversionLimits = .shared) {
    self.conversion = conversion
    self.limits = limits
  }

  /// Surveys the input and says what a run would do. Nothing is written, and standard input is
  /// used up. Waits for its turn as ``run(onProgress:onTry:)`` does.
  ///
  /// - Throws: ``ConversionError``.
  /// - Complexity: reads the input's headers; decodes frames only until the first transparent
  ///   pixel, when the output depends on there being one, and all of them when the output depends on
  ///   borders, equal frames or dither.
  public func plan() async throws -> ConversionPlan {
    try await job { try $0.plan() }
  }

  /// Converts. Cancelling the task cancels the conversion and leaves no file.
  ///
  /// Any number may run at once; ``ConversionLimits`` tells what that takes.
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
    onProgress: @escaping @Sendable (Conversion.Progress) -> Void = { _ in },
    onTry: @escaping @Sendable (SizeTry) -> Void = { _ in }
  ) async throws -> ConversionReport {
    try await job(onProgress: onProgress, onTry: onTry) { try $0.run() }
  }

  /// Does what a job can, when it is its turn.
  private func job<Value: Sendable>(
    onProgress: @escaping @Sendable (Conversion.Progress) -> Void = { _ in },
    onTry: @escaping @Sendable (SizeTry) -> Void = { _ in },
    _ body: @escaping @Sendable (ConversionJob) throws -> Value
  ) async throws -> Value {
    let conversion = conversion
    do {
      return try await opening(
        conversion.input, in: limits, name: "conversion",
        onSpooling: {
          onProgress(Conversion.Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
        },
        { work, open in
          try body(
            ConversionJob(
              conversion, cancellation: work.cancellation, admission: work,
              observer: { if !work.cancellation.isCancelled { onProgress($0) } },
              onTry: onTry, open: open))
        })
    } catch {
      throw ConversionError.wrapping(error, file: conversion.input.name, stage: .reading)
        .naming(conversion.input)
    }
  }
}
