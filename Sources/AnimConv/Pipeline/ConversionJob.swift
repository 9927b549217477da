internal import AnimTiming
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One run of a ``Converter``, on the thread that calls it.
final class ConversionJob {
  private let conversion: Conversion
  private let cancellation: CancellationFlag
  private let observer: @Sendable (Progress) -> Void
  private let open: (Input, ReadingOptions) throws -> any FrameSource
  private let willPublish: ([StagedOutput]) throws -> Void

  /// - Parameters:
  ///   - open: makes the source of an input; nil for what the input is.
  ///   - willPublish: called when everything is written and checked, before it gets its names;
  ///     throws to prevent that.
  init(
    _ conversion: Conversion, cancellation: CancellationFlag = CancellationFlag(),
    observer: @escaping @Sendable (Progress) -> Void = { _ in },
    open: ((Input, ReadingOptions) throws -> any FrameSource)? = nil,
    willPublish: @escaping ([StagedOutput]) throws -> Void = { _ in }
  ) {
    self.conversion = conversion
    self.cancellation = cancellation
    self.observer = observer
    self.willPublish = willPublish
    self.open =
      open ?? { input, options in
        try openSource(input, options: options) {
          observer(Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
        }
      }
  }

  func plan() throws -> ConversionPlan {
    let source = try openInput()
    return try ConversionPlan(conversion, source: source, onLook: noteSurvey)
  }

  func run() throws -> ConversionReport {
    try wrapping(file: conversion.output.name, .writing) { try checkOutputs() }
    observer(Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
    let source = try openInput()
    var plan = try ConversionPlan(conversion, source: source, onLook: noteSurvey)
    do {
      return try carryOut(plan, source)
    } catch is UnexpectedAlpha {
      // Damage left pixels without colour in a file whose headers promise none.
      try wrapping(file: conversion.input.name, .reading) { try source.seek(to: 0) }
      plan = try ConversionPlan(
        conversion, source: source, assumingAlpha: true, onLook: noteSurvey)
      return try carryOut(plan, source)
    }
  }

  private func noteSurvey() throws {
    try cancellation.check()
    observer(Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
  }

  /// A damaged frame has transparent pixels although the plan counts on none.
  private struct UnexpectedAlpha: Error {}

  private func openInput() throws -> any FrameSource {
    try wrapping(file: conversion.input.name, .reading) {
      try open(conversion.input, conversion.reading)
    }
  }

  /// A missing input is said before anything about the output.
  private func checkInput() throws {
    guard case .path(let path) = conversion.input else { return }
    if FileStatus(of: path, followingLinks: true) == nil, errno == ENOENT,
      FrameFolderRequest(path) == nil
    {
      throw ConversionError.wrapping(
        ReadingError.notFound, file: conversion.input.name, stage: .reading)
    }
  }

  /// Refuses before any work is done; what changes in the meantime is found when the output is
  /// published.
  private func checkOutputs() throws {
    // Without a kind there is no plan, which is told when the input has been found.
    guard case .file(let path) = conversion.output,
      let kind = try? ConversionPlan.kind(of: conversion)
    else { return }
    switch kind {
    case .video where conversion.shaping.alpha == .pair:
      try check([path, VideoPlan.alphaTwin(of: path)])
    case .video, .sheet, .ugoira: try check([path])
    case .frameFolder, .imageSet:
      // Neither the input itself nor the folder that it lies in, as a picture or a pattern.
      if case .path(let input) = conversion.input,
        let status = FileStatus(of: path, followingLinks: true)
      {
        for other in [input, OutputFile.folder(of: input)] {
          if FileStatus(of: other, followingLinks: true)?.isSameFile(as: status) == true {
            throw OutputError.sameAsInput
          }
        }
      }
      do {
        try OutputFolder.check(path, replacing: conversion.overwriting == .replace)
      } catch OutputError.folderExists {
        try checkInput()
        throw OutputError.folderExists
      }
    }
  }

  /// Checks every file that the plan names, once it is known.
  private func checkOutputs(of plan: ConversionPlan) throws {
    guard case .sheet = plan.content else { return }
    try check(
      plan.outputs.compactMap { output in
        if case .file(let path) = output.output { path } else { nil }
      })
  }

  private func check(_ paths: [FilePath]) throws {
    for path in paths {
      guard let status = FileStatus(of: path, followingLinks: true) else {
        let dangling = FileStatus(of: path, followingLinks: false) != nil
        if dangling && conversion.overwriting == .refuse { throw OutputError.exists }
        continue
      }
      if status.isFolder { throw OutputError.isFolder }
      if case .path(let input) = conversion.input,
        let other = FileStatus(of: input, followingLinks: true), status.isSameFile(as: other)
      {
        throw OutputError.sameAsInput
      }
      if status.isRegularFile && conversion.overwriting == .refuse {
        try checkInput()
        throw OutputError.exists
      }
    }
  }

  private func carryOut(
    _ plan: ConversionPlan, _ source: any FrameSource
  ) throws -> ConversionReport {
    let name = conversion.output.name
    try wrapping(file: name, .writing) { try checkOutputs(of: plan) }
    let delivery = try wrapping(file: name, .writing) { try plan.makeDelivery() }
    defer { delivery.discard() }
    do {
      try pump(plan, source, into: delivery)
      observer(
        Progress(
          phase: .finishing, framesDone: plan.frameCount, framesTotal: plan.frameCount))
      try wrapping(file: name, .writing) { try delivery.finish() }
    } catch {
      delivery.cancel()
      throw error
    }
    return try wrapping(file: name, .checking) {
      let written = try delivery.check {
        try cancellation.check()
        observer(
          Progress(
            phase: .finishing, framesDone: plan.frameCount, framesTotal: plan.frameCount))
      }
      try cancellation.check()
      try willPublish(delivery.staged)
      try delivery.publish(replacing: conversion.overwriting == .replace)
      return ConversionReport(
        plan: plan, outputs: written, warnings: source.info.warnings + source.warnings)
    }
  }

  /// Pulls every frame of the plan through: a thread of its own reads, this one shapes and writes.
  private func pump(
    _ plan: ConversionPlan, _ source: any FrameSource, into delivery: any Delivery
  ) throws {
    // One frame being read, one waiting, one being written: three are alive at most, besides what a
    // sink holds.
    let queue = BoundedQueue<Frame>(capacity: 1)
    let reader = FrameReader(
      source: source, plan: plan, plays: delivery.playsWanted, cancellation: cancellation,
      queue: queue)
    let finished = BoundedQueue<Void>(capacity: 1)
    WorkerThread.start("reading") {
      reader.run()
      finished.close(.success(()))
    }
    // The reader uses the source until it has returned, whatever happens here.
    defer {
      queue.abandon()
      _ = try? finished.pop()
    }

    let timeline = plan.timeline
    let total = plan.frameCount
    var position = 0
    while true {
      let next: Frame?
      do {
        next = try queue.pop()
      } catch is FrameReader.Damage {
        throw UnexpectedAlpha()
      } catch {
        throw ConversionError.wrapping(error, file: conversion.input.name, stage: .reading)
      }
      guard let frame = next else { break }
      try wrapping(file: conversion.output.name, .writing) {
        try cancellation.check()
        try delivery.write(
          TimedFrame(
            frame: frame, start: timeline.start(of: position),
            duration: timeline.duration(of: position)))
      }
      position += 1
      observer(Progress(phase: .converting, framesDone: position, framesTotal: total))
    }
  }

  private func wrapping<Value>(
    file: String, _ stage: Stage, _ body: () throws -> Value
  ) throws -> Value {
    do { return try body() } catch {
      throw ConversionError.wrapping(error, file: file, stage: stage)
    }
  }
}
