internal import AnimPlay
internal import CLibrary
internal import OutputFiles
package import Reading
internal import Stages
package import Threads

/// One run of a ``Converter`` on the calling thread: checks the output, opens the input, runs the
/// conversion once or until it is small enough, and publishes the result.
package final class ConversionJob {
  let conversion: Conversion
  let cancellation: CancellationFlag
  let observer: @Sendable (Conversion.Progress) -> Void
  private let onTry: @Sendable (Conversion.Try) -> Void
  private let open: (AnimationInput, ReadingOptions) throws -> any FrameSource
  private let willPublish: ([StagedOutput]) throws -> Void
  private let admission: AdmittedWork?
  /// Outputs that are written but have no name yet.
  private let files: TemporaryFiles.Owner
  private let clock = PhaseClock()
  /// Bytes of memory that the limits count for it.
  private var estimatedMemory = 0

  /// Results of examining the source for earlier plans.
  let known: AnalysisCache
  /// The number of frames of the current try that were written.
  var framesDone = 0
  /// The number of frames at which the bytes of a folder are counted next.
  var nextFolderCheck = 0
  /// Whether all frames were written and that was reported.
  var isFinishing = false
  /// The place where they are written.
  var delivery: (any Delivery)?

  /// - Parameters:
  ///   - admission: the limits of the job; nil if it does not wait for a turn.
  ///   - open: opens an input; nil for the default.
  ///   - willPublish: called when everything is written and checked, before outputs get their
  ///     names; throws to prevent that.
  package convenience init(
    _ conversion: Conversion, cancellation: CancellationFlag = CancellationFlag(),
    admission: AdmittedWork? = nil,
    observer: @escaping @Sendable (Conversion.Progress) -> Void = { _ in },
    onTry: @escaping @Sendable (Conversion.Try) -> Void = { _ in },
    open: ((AnimationInput, ReadingOptions) throws -> any FrameSource)? = nil,
    willPublish: @escaping ([StagedOutput]) throws -> Void = { _ in }
  ) {
    self.init(
      conversion, cancellation: cancellation, admission: admission, observer: observer,
      onTry: onTry, open: open, willPublish: willPublish, known: nil, files: nil)
  }

  /// - Parameters:
  ///   - known: results of examining the source for other conversions of it; nil for none.
  ///   - files: the owner of outputs without a name; nil for one of its own.
  init(
    _ conversion: Conversion, cancellation: CancellationFlag, admission: AdmittedWork?,
    observer: @escaping @Sendable (Conversion.Progress) -> Void,
    onTry: @escaping @Sendable (Conversion.Try) -> Void,
    open: ((AnimationInput, ReadingOptions) throws -> any FrameSource)?,
    willPublish: @escaping ([StagedOutput]) throws -> Void = { _ in },
    known: AnalysisCache?, files: TemporaryFiles.Owner?
  ) {
    self.files = files ?? TemporaryFiles.Owner()
    self.conversion = conversion
    self.cancellation = cancellation
    self.observer = { [clock] progress in
      clock.note(progress.phase)
      observer(progress)
    }
    self.onTry = onTry
    self.willPublish = willPublish
    self.known =
      known
      ?? AnalysisCache(
        isKeeping: conversion.sizeTarget.maxBytes != nil || conversion.qualityTarget != nil)
    self.admission = admission
    self.open =
      open ?? { input, options in
        try openSource(input, options: options) {
          observer(Conversion.Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
        }
      }
  }

  /// A job for a few frames of the same source, which reports no progress.
  func sampling(_ conversion: Conversion) -> ConversionJob {
    ConversionJob(
      conversion, cancellation: cancellation, admission: nil, observer: { _ in }, onTry: { _ in },
      open: open, known: nil, files: files)
  }

  package func plan() throws -> Conversion.Plan {
    try namingInput {
      let source = try openInput()
      let settled = try settling(conversion, source)
      return try planner(for: settled).plan(source)
    }
  }

  package func run() throws -> Conversion.Report {
    try namingInput {
      try TemporaryFiles.Owner.$current.withValue(files) { try convertAndPublish() }
    }
  }

  /// Opens the written output; unlike the input, it is always a file.
  private func openWritten(
    _ input: AnimationInput, _ options: ReadingOptions
  ) throws -> any FrameSource {
    try CancellationFlag.$ofOpening.withValue(cancellation) {
      try openSource(input, options: options) {}
    }
  }

  /// Makes the choices that depend on frame content.
  func settling(
    _ conversion: Conversion, _ source: any FrameSource
  ) throws -> Conversion {
    try conversion.settlingSelection(source, onAnalysis: noteAnalysis)
      .settlingPoster(source, onAnalysis: noteAnalysis)
  }

  /// Every error names the input, even if it is about the output.
  func namingInput<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let alpha as FramePump.UnexpectedAlpha { throw alpha } catch {
      throw ConversionError.wrapping(error, file: nil, stage: .writing)
        .naming(conversion.input)
    }
  }

  /// Called before files are created and encoders opened; throws to prevent that.
  func admitOutput() throws {
    // By the time the caller is informed of the end, the caller's own source is no longer in use.
    if conversion.input.isCustom || !conversion.reading.kinds.isEmpty {
      try admission?.commit()
    } else {
      try admission?.entrust { [files] in files.close() }
    }
  }

  func openInput() throws -> any FrameSource {
    try ConversionError.telling(file: conversion.input.name, .reading) {
      try CancellationFlag.$ofOpening.withValue(cancellation) {
        try open(conversion.input, conversion.readingForOutput)
      }
    }
  }

  private func convertAndPublish() throws -> Conversion.Report {
    defer { files.close() }
    try checkBeforeSurvey()
    observer(Conversion.Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
    var source: (any FrameSource)? = try openInput()
    var settled = conversion
    if let source {
      try admission?.permit.goOn(needing: need(source.info), cancellation: cancellation)
      settled = try settling(settled, source)
    }
    let (result, tries) = try written(settled, &source)
    defer { result.delivery.discard() }
    return try publish(result, tries: tries)
  }

  /// The processors and memory that it needs.
  func need(_ info: SourceInfo) -> WorkNeed {
    let need = JobEstimate(conversion, source: info).need
    estimatedMemory = need.bytes
    return need
  }

  /// Checks that need no input.
  func checkBeforeSurvey() throws {
    try ConversionError.telling(file: conversion.output.name, .writing) {
      try OutputChecks(conversion: conversion).checkBeforeSurvey()
    }
  }

  /// Writes and checks the output, once or until it is good enough.
  ///
  /// - Parameter source: as in ``convert(_:_:)``.
  func written(
    _ settled: Conversion, _ source: inout (any FrameSource)?
  ) throws -> (written: WrittenConversion, tries: [Conversion.Try]) {
    if let source, let target = settled.qualityTarget {
      let trials = QualityTrials(
        conversion: settled, target: target, job: self, open: openWritten, onTry: onTry)
      let (best, tries) = try trials.run(source)
      return (try limited(best), tries)
    }
    if let source, settled.sizeTarget.maxBytes != nil {
      let (best, tries) = try SizeTrials(conversion: settled, job: self, onTry: onTry).run(source)
      return (try limited(best), tries)
    }
    return (try limited(convert(settled, &source)), [])
  }

  /// Discards an output that is larger than it may be.
  ///
  /// - Throws: ``ConversionError``.
  func limited(_ written: WrittenConversion) throws -> WrittenConversion {
    do {
      try ConversionError.telling(file: conversion.output.name, .writing) {
        try conversion.resources.check(outputBytes: written.written.reduce(0) { $0 + $1.byteCount })
      }
      return written
    } catch {
      written.delivery.discard()
      throw error
    }
  }

  /// Makes the output appear.
  ///
  /// - Parameter isCommitted: whether it is too late to cancel, because another output has its
  ///   name.
  func publish(
    _ result: WrittenConversion, tries: [Conversion.Try], isCommitted: Bool = false
  ) throws -> Conversion.Report {
    try ConversionError.telling(file: conversion.output.name, .checking) {
      if !isCommitted {
        try cancellation.check()
        try admission?.commit()
      }
      try willPublish(result.delivery.staged)
      try result.delivery.publish(replacing: conversion.overwriting == .replace)
      return Conversion.Report(
        plan: result.plan, outputs: result.written, warnings: result.warnings, tries: tries,
        usage: Conversion.Report.Usage(
          waiting: admission?.permit.waited ?? .zero, phases: clock.durations,
          estimatedMemory: estimatedMemory, processPeakMemory: peakResidentBytes),
        framesDone: result.framesDone, keptDither: result.keptDither)
    }
  }
}
