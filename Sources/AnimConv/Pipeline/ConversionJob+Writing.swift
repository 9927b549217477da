internal import AnimPlay
internal import OutputFiles
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Threads

/// One try: plans, writes and reads back. Its result can then be published or discarded.
extension ConversionJob {
  /// Plans and runs a conversion.
  ///
  /// - Parameter source: at any frame. Set to nil once every frame was read, so that its memory is
  ///   available for reading the output back.
  /// - Throws: ``ConversionError``.
  func convert(
    _ conversion: Conversion, _ source: inout (any FrameSource)?
  ) throws -> WrittenConversion {
    do {
      return try carryOut(conversion, &source)
    } catch is FramePump.UnexpectedAlpha {
      // Damage left transparent pixels in a file whose headers declare none.
      return try carryOut(conversion, &source, assumingAlpha: true)
    }
  }

  /// Plans for the one source of the job.
  func planner(for conversion: Conversion) -> Planner {
    Planner(conversion: conversion, known: known, onAnalysis: noteAnalysis)
  }

  /// Reports the number of examined frames.
  func noteAnalysis(_ done: Int, _ total: Int) throws {
    try cancellation.check()
    observer(Conversion.Progress(phase: .analyzing, framesDone: done, framesTotal: total))
  }

  private func carryOut(
    _ conversion: Conversion, _ source: inout (any FrameSource)?, assumingAlpha: Bool = false
  ) throws -> WrittenConversion {
    defer { delivery = nil }
    let sent = try send(conversion, source!, assumingAlpha: assumingAlpha)
    source = nil
    return try readBack(sent, conversion)
  }

  /// An output that is being written.
  final class Sending {
    let plan: Conversion.Plan
    let delivery: any Delivery
    /// Dithering that was detected on the way to the output.
    var keptDither: Dither?

    init(_ plan: Conversion.Plan, _ delivery: any Delivery) {
      self.plan = plan
      self.delivery = delivery
    }

    /// The frames that it needs.
    var pass: Pass {
      Pass(
        indices: Array(plan.sourceIndices), plays: delivery.playsWanted,
        isShareable: delivery.takesFrames && !delivery.takesSamples && !delivery.takesWide
          && delivery.framesDone == 0)
    }
  }

  /// The frames that outputs need. Those with equal passes can be written in one.
  struct Pass: Hashable {
    let indices: [Int]
    let plays: Int
    /// Whether frames come as pixels, from the first.
    let isShareable: Bool
  }

  /// Outputs that are written and not yet read back.
  struct Sent {
    let plan: Conversion.Plan
    let delivery: any Delivery
    let warnings: [ReadingWarning]
    let keptDither: Dither?
  }

  /// Plans, reads and writes every frame. No local variable of its caller keeps the source alive.
  private func send(
    _ conversion: Conversion, _ source: any FrameSource, assumingAlpha: Bool
  ) throws -> Sent {
    let sending = try begin(conversion, source, assumingAlpha: assumingAlpha)
    do {
      try pump(sending, from: source)
      return try finish(sending, source)
    } catch {
      sending.delivery.cancel()
      sending.delivery.discard()
      throw error
    }
  }

  /// Plans, and prepares the output for its first frame.
  func begin(
    _ conversion: Conversion, _ source: any FrameSource, assumingAlpha: Bool = false
  ) throws -> Sending {
    let plan = try planner(for: conversion).plan(source, assumingAlpha: assumingAlpha)
    let delivery = try ConversionError.telling(file: conversion.output.name, .writing) {
      try OutputChecks(conversion: conversion).check(plan, source)
      return try makeDelivery(conversion, plan)
    }
    self.delivery = delivery
    let sending = Sending(plan, delivery)
    do {
      if delivery.hasFirstPass {
        try passingOn(to: delivery, source) {
          try runFirstPass(plan, conversion.output.name, source, delivery)
        }
      }
      return sending
    } catch {
      delivery.cancel()
      delivery.discard()
      throw error
    }
  }

  /// Writes every frame.
  func pump(_ sending: Sending, from source: any FrameSource) throws {
    guard sending.delivery.takesFrames else { return }
    var pump = framePump(sending)
    try passingOn(to: sending.delivery, source) {
      try pump.run(from: source, into: sending.delivery)
    }
    sending.keptDither = pump.ditherWatch?.finding
  }

  /// The way of the frames to an output.
  func framePump(_ sending: Sending) -> FramePump {
    FramePump(
      plan: sending.plan, outputName: conversion.output.name, cancellation: cancellation,
      ditherWatch: DitherWatch(conversion, sending.plan),
      onFrame: { try self.note($0, of: sending.plan) })
  }

  /// Completes the output.
  func finish(_ sending: Sending, _ source: any FrameSource) throws -> Sent {
    let (plan, delivery) = (sending.plan, sending.delivery)
    let warnings = source.info.warnings + source.warnings + plan.content.sourceWarnings
    if delivery.framesWaiting == 0 { noteFinishing(plan) }
    try ConversionError.telling(file: conversion.output.name, .writing) { try delivery.finish() }
    return Sent(
      plan: plan, delivery: delivery, warnings: warnings, keptDither: sending.keptDither)
  }

  /// Runs a pass over frames in the form that an output takes.
  private func passingOn(
    to delivery: any Delivery, _ source: any FrameSource, _ body: () throws -> Void
  ) throws {
    let stored = delivery.takesSamples ? source as? any SampleSource : nil
    stored?.handsOnSamples = true
    defer { stored?.handsOnSamples = false }
    let wide = delivery.takesWide ? source as? any WideSource : nil
    wide?.handsOnWide = true
    defer { wide?.handsOnWide = false }
    try body()
  }

  /// Compares what was written with its plan.
  func readBack(_ sent: Sent, _ conversion: Conversion) throws -> WrittenConversion {
    do {
      let written = try ConversionError.telling(file: conversion.output.name, .checking) {
        try check(sent.delivery, sent.plan)
      }
      return WrittenConversion(
        plan: sent.plan, delivery: sent.delivery, written: written, warnings: sent.warnings,
        framesDone: sent.delivery.framesDone, keptDither: sent.keptDither)
    } catch {
      sent.delivery.discard()
      throw error
    }
  }

  private func check(_ delivery: any Delivery, _ plan: Conversion.Plan) throws -> [Conversion.Report
    .Output]
  {
    do {
      return try delivery.check {
        try cancellation.check()
        noteFinishing(plan)
      }
    } catch {
      // The file that was read back differs from what was written.
      if delivery.staged.contains(where: \.isExchanged) { throw OutputError.exchanged }
      throw error
    }
  }

  /// Passes every frame to the first pass before writing starts.
  private func runFirstPass(
    _ plan: Conversion.Plan, _ name: String, _ source: any FrameSource, _ delivery: any Delivery
  ) throws {
    let total = plan.sourceIndices.count
    var pump = FramePump(plan: plan, outputName: name, cancellation: cancellation) { [observer] in
      observer(Conversion.Progress(phase: .analyzing, framesDone: $0, framesTotal: total))
    }
    try pump.runFirstPass(from: source, into: delivery)
  }

  private func makeDelivery(
    _ conversion: Conversion, _ plan: Conversion.Plan
  ) throws -> any Delivery {
    framesDone = 0
    nextFolderCheck = 0
    isFinishing = false
    try admitOutput()
    if conversion.makesFolder || plan.kind.definition.makesFolder,
      case .file(let path) = conversion.output
    {
      try TemporaryFiles.makeFolders(OutputFile.folder(of: path))
    }
    return try plan.content.makeDelivery(plan) { [self] in
      try cancellation.check()
      if isFinishing { noteFinishing(plan) } else { try note(framesDone, of: plan) }
    }
  }

  private func note(_ done: Int, of plan: Conversion.Plan) throws {
    framesDone = done
    try checkGrowth()
    observer(
      Conversion.Progress(
        phase: .converting, framesDone: max(0, done - (delivery?.framesWaiting ?? 0)),
        framesTotal: plan.frameCount, byteCount: byteCount))
  }

  private func noteFinishing(_ plan: Conversion.Plan) {
    isFinishing = true
    observer(
      Conversion.Progress(
        phase: .finishing, framesDone: plan.frameCount, framesTotal: plan.frameCount,
        byteCount: byteCount))
  }

  /// Stops an output that is already larger than it may be.
  ///
  /// - Throws: ``OutputTooLarge``.
  private func checkGrowth() throws {
    guard conversion.resources.maxOutputBytes != nil, conversion.qualityTarget == nil,
      conversion.sizeTarget.maxBytes == nil, let delivery
    else { return }
    // Folders are looked through ever more rarely, because that takes as long as they have files.
    if delivery.staged.contains(where: \.isFolder) {
      guard framesDone >= nextFolderCheck else { return }
      nextFolderCheck = framesDone + max(16, framesDone / 4)
    }
    try conversion.resources.check(
      outputBytes: delivery.staged.reduce(0) { $0 + $1.writtenBytes })
  }

  /// Bytes written so far, as the system reports them.
  private var byteCount: Int64? {
    guard let files = delivery?.staged, !files.isEmpty, !files.contains(where: \.isFolder) else {
      return nil
    }
    return files.reduce(0) { $0 + $1.writtenBytes }
  }
}
