internal import AnimTiming
internal import CLibrary
internal import OutputFiles
internal import Raster
package import Reading
internal import Stages
internal import SystemPackage
package import Threads
internal import Writing

/// One run of a ``Converter``, on the thread that calls it.
package final class ConversionJob {
  private let conversion: Conversion
  private let cancellation: CancellationFlag
  private let observer: @Sendable (Progress) -> Void
  private let onTry: @Sendable (SizeTry) -> Void
  private let open: (Input, ReadingOptions) throws -> any FrameSource
  /// How many frames have been written.
  private var framesDone = 0
  private var madeFolders: [FilePath] = []
  private let willPublish: ([StagedOutput]) throws -> Void

  /// - Parameters:
  ///   - open: makes the source of an input; nil for what the input is.
  ///   - willPublish: called when everything is written and checked, before it gets its names;
  ///     throws to prevent that.
  package init(
    _ conversion: Conversion, cancellation: CancellationFlag = CancellationFlag(),
    observer: @escaping @Sendable (Progress) -> Void = { _ in },
    onTry: @escaping @Sendable (SizeTry) -> Void = { _ in },
    open: ((Input, ReadingOptions) throws -> any FrameSource)? = nil,
    willPublish: @escaping ([StagedOutput]) throws -> Void = { _ in }
  ) {
    self.conversion = conversion
    self.cancellation = cancellation
    self.observer = observer
    self.onTry = onTry
    self.willPublish = willPublish
    self.open =
      open ?? { input, options in
        try openSource(input, options: options) {
          observer(Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
        }
      }
  }

  func plan() throws -> ConversionPlan {
    try namingInput { try makePlan() }
  }

  package func run() throws -> ConversionReport {
    try namingInput { try convertAndPublish() }
  }

  /// Every error names the input, also one that is about the output.
  private func namingInput<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      throw ConversionError.wrapping(error, file: nil, stage: .writing)
        .naming(input: conversion.input.name)
    }
  }

  private func makePlan() throws -> ConversionPlan {
    let source = try openInput()
    return try ConversionPlan(conversion, source: source, onLook: noteSurvey)
  }

  private func convertAndPublish() throws -> ConversionReport {
    defer { TemporaryFiles.removeIfEmpty(madeFolders) }
    try wrapping(file: conversion.output.name, .writing) { try checkOutputs() }
    observer(Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
    var source: (any FrameSource)? = try openInput()
    if let source, let maxBytes = conversion.sizeTarget.maxBytes {
      return try search(source, maxBytes: maxBytes)
    }
    let result = try convert(conversion, &source)
    defer { result.delivery.discard() }
    return try publish(result, tries: [])
  }

  /// Tries until the output has at most so many bytes. Only the best that fits is kept, and only it
  /// appears.
  private func search(_ source: any FrameSource, maxBytes: Int64) throws -> ConversionReport {
    let first = try ConversionPlan(conversion, source: source, onLook: noteSurvey)
    let axes = conversion.sizeTarget.steps.map { SizeAxis($0, conversion, plan: first) }
    var search = SizeSearch(counts: axes.isEmpty ? [1] : axes.map { $0.choices.count + 1 })
    var best: Result?
    defer { best?.delivery.discard() }
    var tries: [SizeTry] = []
    while let choices = search.next {
      var changed = conversion
      var titles: [String] = []
      for (axis, choice) in zip(axes, choices) where choice > 0 {
        axis.choices[choice - 1].apply(&changed)
        titles.append(axis.choices[choice - 1].title)
      }
      var kept: (any FrameSource)? = source
      let result = try convert(changed, &kept)
      let fits = result.byteCount <= maxBytes
      let attempt = SizeTry(
        number: tries.count + 1, changes: titles, byteCount: result.byteCount, fits: fits)
      tries.append(attempt)
      onTry(attempt)
      if search.note(fits: fits) {
        best?.delivery.discard()
        best = result
      } else {
        result.delivery.discard()
      }
    }
    guard let best else {
      let nearest = tries.min { $0.byteCount < $1.byteCount } ?? tries[0]
      throw ConversionError.wrapping(
        SizeTargetError(maxBytes: maxBytes, tryCount: tries.count, nearest: nearest),
        file: conversion.output.name, stage: .checking)
    }
    return try publish(best, tries: tries)
  }

  /// What has been written and compared with its plan, and not yet appeared.
  private struct Result {
    let plan: ConversionPlan
    let delivery: any Delivery
    let written: [WrittenOutput]
    /// What reading tolerated.
    let warnings: [ReadingWarning]

    /// Bytes of the largest file.
    var byteCount: Int64 { written.map(\.byteCount).max() ?? 0 }
  }

  /// Plans and carries out a conversion.
  ///
  /// - Parameter source: fresh, or used before; it is read from its first frame. Nil once every frame
  ///   has been read, so that its memory is there for reading the output back when nobody else
  ///   keeps it.
  private func convert(
    _ conversion: Conversion, _ source: inout (any FrameSource)?
  ) throws -> Result {
    do {
      return try carryOut(conversion, &source)
    } catch is UnexpectedAlpha {
      // Damage left pixels without colour in a file whose headers promise none.
      return try carryOut(conversion, &source, assumingAlpha: true)
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
    conversion.settleInterruptedOutput()
    // Without a kind there is no plan, which is told when the input has been found.
    guard case .file(let path) = conversion.output,
      let kind = try? ConversionPlan.kind(of: conversion)
    else { return }
    switch kind {
    case .video where conversion.shaping.alpha == .pair:
      for path in AlphaPair(of: path).files {
        try wrapping(file: path.string, .writing) { try check([path]) }
      }
    case .video, .sheet, .ugoira: try check([path])
    case .frameFolder, .imageSet:
      // Neither the input itself nor the folder that it lies in, as a picture or a pattern.
      if case .path(let input) = conversion.input,
        let status = FileStatus(of: path, followingLinks: true)
      {
        for other in Self.foldersAround(input) {
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

  /// A path and the folders that it lies in, as it is written.
  private static func foldersAround(_ path: FilePath) -> [FilePath] {
    var around = [path]
    var folder = path
    while folder.removeLastComponent() { around.append(folder.isEmpty ? "." : folder) }
    return around
  }

  /// Checks every file that the plan names, once it is known, also against what the input names.
  private func checkOutputs(of plan: ConversionPlan, _ source: any FrameSource) throws {
    let paths = plan.outputs.compactMap { output -> FilePath? in
      if case .file(let path) = output.output { path } else { nil }
    }
    if case .sheet = plan.content { try check(paths) }
    guard let source = source as? any FileReading else { return }
    for path in paths {
      if let status = FileStatus(of: path, followingLinks: true), status.isRegularFile,
        try source.reads(status)
      {
        throw OutputError.isInput(path)
      }
    }
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
    _ conversion: Conversion, _ source: inout (any FrameSource)?, assumingAlpha: Bool = false
  ) throws -> Result {
    guard let reading = source else { preconditionFailure("the source was let go of") }
    try wrapping(file: conversion.input.name, .reading) { try reading.seek(to: 0) }
    let plan = try ConversionPlan(
      conversion, source: reading, assumingAlpha: assumingAlpha, onLook: noteSurvey)
    let name = conversion.output.name
    try wrapping(file: name, .writing) { try checkOutputs(of: plan, reading) }
    framesDone = 0
    let delivery = try wrapping(file: name, .writing) {
      if conversion.makesFolder, case .file(let path) = conversion.output {
        madeFolders += try TemporaryFiles.makeFolders(OutputFile.folder(of: path))
      }
      return try plan.makeDelivery { [self] in
        try cancellation.check()
        observer(
          Progress(
            phase: .converting, framesDone: framesDone, framesTotal: plan.frameCount))
      }
    }
    do {
      let warnings: [ReadingWarning]
      do {
        try pump(plan, reading, into: delivery)
        warnings = reading.info.warnings + reading.warnings
        noteFinishing(plan)
        try wrapping(file: name, .writing) { try delivery.finish() }
      } catch {
        delivery.cancel()
        throw error
      }
      source = nil
      let written = try wrapping(file: name, .checking) {
        try delivery.check {
          try cancellation.check()
          noteFinishing(plan)
        }
      }
      return Result(
        plan: plan, delivery: delivery, written: written, warnings: warnings)
    } catch {
      delivery.discard()
      throw error
    }
  }

  private func noteFinishing(_ plan: ConversionPlan) {
    observer(
      Progress(phase: .finishing, framesDone: plan.frameCount, framesTotal: plan.frameCount))
  }

  /// Makes the output appear.
  private func publish(_ result: Result, tries: [SizeTry]) throws -> ConversionReport {
    try wrapping(file: conversion.output.name, .checking) {
      try cancellation.check()
      try willPublish(result.delivery.staged)
      try result.delivery.publish(replacing: conversion.overwriting == .replace)
      return ConversionReport(
        plan: result.plan, outputs: result.written, warnings: result.warnings, tries: tries)
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
      // This queue is never closed with an error.
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
      framesDone = position
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
