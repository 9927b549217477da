internal import AnimPlay
internal import Reading
internal import Threads

/// Runs a ``Conversion``: surveys, plans, converts the frames, checks the output and publishes it.
///
/// ```swift
/// let report = try await Converter(conversion).run { progress in
///   print(progress.framesDone, "of", progress.framesTotal)
/// }
/// ```
public struct Converter: Sendable {
  /// The request.
  public let conversion: Conversion
  /// The limits on processors and memory that it shares with other work.
  public let limits: ConversionLimits

  /// - Parameter limits: by default those of the process.
  public init(_ conversion: Conversion, limits: ConversionLimits = .shared) {
    self.conversion = conversion
    self.limits = limits
  }

  /// Surveys the input and returns the plan of a run. Nothing is written, but standard input is
  /// consumed. Waits for its turn like ``run(onProgress:onTry:)``.
  ///
  /// - Throws: ``ConversionError``.
  /// - Complexity: reads the input's headers. Decodes frames up to the first transparent pixel if
  ///   the output depends on transparency, and all frames if it depends on borders, identical
  ///   frames or dithering.
  public func plan() async throws -> Conversion.Plan {
    try await job { try $0.plan() }
  }

  /// Converts. Cancelling the task cancels the conversion and leaves no file.
  ///
  /// Any number may run at the same time, within ``ConversionLimits``.
  ///
  /// - Parameters:
  ///   - onProgress: called on a thread of the conversion, with the task locals of the caller, in
  ///     order, after each phase starts, each spooled piece of a stream, and each frame. It should
  ///     return quickly.
  ///   - onTry: called on the same thread after each try of a search for ``Conversion/sizeTarget``.
  /// - Returns: the report.
  /// - Throws: ``ConversionError``; an existing output is then unchanged.
  /// - Complexity: decodes, shapes and encodes each frame once, or once for each of at most 20
  ///   tries to reach a number of bytes. Memory does not depend on the number of frames.
  @discardableResult
  public func run(
    onProgress: @escaping @Sendable (Conversion.Progress) -> Void = { _ in },
    onTry: @escaping @Sendable (Conversion.Try) -> Void = { _ in }
  ) async throws -> Conversion.Report {
    try await job(onProgress: onProgress, onTry: onTry) { try $0.run() }
  }

  /// Runs a job once its turn has come.
  private func job<Value: Sendable>(
    onProgress: @escaping @Sendable (Conversion.Progress) -> Void = { _ in },
    onTry: @escaping @Sendable (Conversion.Try) -> Void = { _ in },
    _ body: @escaping @Sendable (ConversionJob) throws -> Value
  ) async throws -> Value {
    let conversion = conversion
    do {
      return try await conversion.resources.bound { [limits] in
        try await opening(
          conversion.input, in: limits, priority: conversion.resources.priority,
          name: "conversion",
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
      }
    } catch {
      throw ConversionError.wrapping(error, file: conversion.input.name, stage: .reading)
        .naming(conversion.input)
    }
  }
}
