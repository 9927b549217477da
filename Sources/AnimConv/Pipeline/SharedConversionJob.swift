internal import OutputFiles
internal import Raster
internal import Reading
internal import Stages
internal import Threads

/// Conversions of one input on the calling thread. The input is opened and surveyed once, frames
/// are examined once, and conversions that show the same frames receive them in one pass.
///
/// Nothing gets its name before everything is written and checked. Outputs that together need more
/// memory than one may take are written one after another.
final class SharedConversionJob {
  private let jobs: [ConversionJob]
  private let admission: AdmittedWork?
  private let cancellation: CancellationFlag
  /// Outputs that are written but have no name yet.
  private let files = TemporaryFiles.Owner()

  /// - Parameters:
  ///   - conversions: of one input, read in the same way; at least one.
  ///   - onProgress: called with the number of the conversion.
  init(
    _ conversions: [Conversion], cancellation: CancellationFlag, admission: AdmittedWork?,
    onProgress: @escaping @Sendable (Int, Conversion.Progress) -> Void,
    onTry: @escaping @Sendable (Int, Conversion.Try) -> Void,
    open: @escaping (AnimationInput, ReadingOptions) throws -> any FrameSource
  ) {
    let known = AnalysisCache(isKeeping: true)
    let files = files
    jobs = conversions.enumerated().map { number, conversion in
      ConversionJob(
        conversion, cancellation: cancellation, admission: admission,
        observer: {
          if !cancellation.isCancelled { onProgress(number, $0) }
        }, onTry: { onTry(number, $0) }, open: open, known: known, files: files)
    }
    self.cancellation = cancellation
    self.admission = admission
  }

  /// - Throws: ``ConversionError`` of the first conversion that fails; no output is then changed.
  func run() throws -> [Conversion.Report] {
    try TemporaryFiles.Owner.$current.withValue(files) {
      defer { files.close() }
      for job in jobs { try job.namingInput { try job.checkBeforeSurvey() } }
      let results = try written()
      defer { for result in results { result.written.delivery.discard() } }
      // What can fail for one of them is looked for once more before the first has its name.
      for job in jobs { try job.namingInput { try job.checkBeforeSurvey() } }
      try jobs[0].namingInput {
        try ConversionError.telling(file: jobs[0].conversion.output.name, .checking) {
          try cancellation.check()
          try admission?.commit()
        }
      }
      return try zip(jobs, results).map { job, result in
        try job.namingInput {
          try job.publish(result.written, tries: result.tries, isCommitted: true)
        }
      }
    }
  }

  private typealias Result = (written: WrittenConversion, tries: [Conversion.Try])

  private func written() throws -> [Result] {
    jobs[0].observer(Conversion.Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
    var source: (any FrameSource)? = try jobs[0].namingInput { try jobs[0].openInput() }
    let needs = jobs.map { $0.need(source!.info) }
    let all = needs.reduce(0) { $0.addingClamped($1.bytes) }
    let hasRoom = jobs.allSatisfy { all <= $0.conversion.video.maxMemory }
    try admission?.permit.goOn(
      needing: WorkNeed(
        slots: needs.map(\.slots).max() ?? 1, bytes: hasRoom ? all : needs.map(\.bytes).max() ?? 0),
      cancellation: cancellation)
    let settled = try jobs.map { job in
      try job.namingInput { try job.settling(job.conversion, source!) }
    }
    var results = [Result?](repeating: nil, count: jobs.count)
    do {
      if hasRoom { try writeTogether(settled, &source, &results) }
      for number in jobs.indices where results[number] == nil {
        if source == nil { source = try jobs[number].namingInput { try jobs[number].openInput() } }
        results[number] = try jobs[number].namingInput {
          try jobs[number].written(settled[number], &source)
        }
      }
    } catch {
      for case let result? in results { result.written.delivery.discard() }
      throw error
    }
    return results.map { $0! }
  }

  /// Writes the conversions that show the same frames in one pass. Those that try several
  /// encodings, that take stored samples, or that show other frames are left for later.
  private func writeTogether(
    _ settled: [Conversion], _ source: inout (any FrameSource)?, _ results: inout [Result?]
  ) throws {
    let plain = settled.indices.filter {
      settled[$0].qualityTarget == nil && settled[$0].sizeTarget.maxBytes == nil
    }
    guard plain.count > 1 else { return }
    var begun: [(number: Int, sending: ConversionJob.Sending)] = []
    defer { for (number, _) in begun { jobs[number].delivery = nil } }
    do {
      for number in plain {
        let job = jobs[number]
        begun.append(
          (number, try job.namingInput { try job.begin(settled[number], source!) }))
      }
      // In the order of the conversions, so that the first that fails is always the same.
      let passes = begun.map(\.sending.pass)
      for (pass, (number, sending)) in zip(passes, begun) {
        let members = zip(passes, begun).filter { $0.0 == pass }.map(\.1)
        guard pass.isShareable, members.count > 1 else {
          try jobs[number].namingInput { try jobs[number].pump(sending, from: source!) }
          continue
        }
        if members[0].number == number { try pump(members, pass, from: source!) }
      }
      var sent: [(number: Int, sent: ConversionJob.Sent)] = []
      for (number, sending) in begun {
        sent.append(
          (number, try jobs[number].namingInput { try jobs[number].finish(sending, source!) }))
      }
      if plain.count == jobs.count { source = nil }
      for (number, sent) in sent {
        results[number] = try jobs[number].namingInput {
          (try jobs[number].limited(jobs[number].readBack(sent, settled[number])), [])
        }
      }
    } catch {
      for (_, sending) in begun {
        sending.delivery.cancel()
        sending.delivery.discard()
      }
      for number in results.indices { results[number] = nil }
      // Each is planned anew with transparency.
      if error is FramePump.UnexpectedAlpha { return }
      throw error
    }
  }

  /// One pass over the frames of several conversions.
  private func pump(
    _ members: [(number: Int, sending: ConversionJob.Sending)], _ pass: ConversionJob.Pass,
    from source: any FrameSource
  ) throws {
    let plans = members.map(\.sending.plan)
    var pumps = members.map { number, sending in jobs[number].framePump(sending) }
    let reader = FrameReader(
      source, pass.indices, plays: pass.plays, cancellation: cancellation
    ) { frame in for plan in plans { try FramePump.check(frame, plan, source) } }
    reader.start()
    defer { reader.end() }
    var position = 0
    while let frame = try pumps[0].next(reader) {
      for index in pumps.indices {
        try jobs[members[index].number].namingInput {
          try pumps[index].pass(
            frame, at: position, to: members[index].sending.delivery.write)
        }
      }
      position += 1
    }
    for index in pumps.indices {
      members[index].sending.keptDither = pumps[index].ditherWatch?.finding
    }
  }
}

extension Int {
  /// The sum, or the largest number.
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
