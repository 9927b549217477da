internal import Raster

/// Codes a known animation as a GIF that shows exactly the same, in as few bytes as it can.
///
/// Frames go in one by one, in the order in which ``LosslessGIFSurvey`` saw them, and their blocks
/// come out a few frames later. What is kept does not depend on the number of frames: at most
/// ``maxWaiting`` frames in up to three versions wait until it is clear how they are best disposed
/// of.
///
/// ```swift
/// let writer = GIFBlockWriter { bytes in try file.write(bytes) }
/// var encoder = try LosslessGIFEncoder(plan, plays: 0, effort: 4, writer: writer)
/// for frame in frames { try encoder.append(frame) }
/// try encoder.finish()
/// ```
///
/// The result is not promised to be smaller than the file that the frames come from: compare, and
/// keep that one when it is.
package struct LosslessGIFEncoder {
  /// Why an animation cannot be coded.
  package enum Failure: Error, Equatable {
    /// However the frames before are disposed of, this one has to paint more than 256 colours, or
    /// 256 and leave others transparent.
    case tooManyColors(frame: Int)
  }

  /// Frames that may wait for a decision about their disposal.
  static let maxWaiting = 4
  /// Canvases that are followed from frame to frame.
  static let maxStates = 3

  private let plan: LosslessGIFPlan
  private let coder: FrameCoder
  private let effort: LZWEffort
  private let plansDisposal: Bool
  private let parser = LZWParser()
  private var writer: GIFBlockWriter
  private var states: [DisposalState]
  private var pending: LosslessGIFFrame?
  private var frameCount = 0
  private let addsFrames: Bool
  private var writtenCount = 0
  /// Frames that were written as two, the second of which takes ``addedDelay``; counted from 0 as
  /// they went in, in order.
  package private(set) var splitFrames: [Int] = []

  /// What a frame that is added takes from the one before, 1/100 s: the shortest time that browsers
  /// keep.
  package static let addedDelay = 2

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - plays: all plays, 1 to 65,536; 0 means for ever.
  ///   - effort: 0, quick, to 9, small.
  ///   - addsFrames: whether a frame may be written as two, of which the second shows the same and
  ///     clears what vanishes next: that may take less than a frame that reaches over it.
  /// - Throws: what the writer's output throws, as every call does.
  package init(
    _ plan: LosslessGIFPlan, plays: Int, effort: Int, addsFrames: Bool = false,
    writer: GIFBlockWriter
  ) throws {
    self.plan = plan
    self.addsFrames = addsFrames
    coder = FrameCoder(plan)
    self.effort = LZWEffort(effort: effort)
    plansDisposal = effort >= 2
    self.writer = writer
    states = [DisposalState(canvas: Array(repeating: 0, count: plan.width * plan.height))]
    try self.writer.writeHeader(width: plan.width, height: plan.height, palette: plan.palette)
    try self.writer.writeLoop(plays: plays)
  }

  /// Takes the next frame.
  ///
  /// - Throws: ``Failure``.
  package mutating func append(_ frame: LosslessGIFFrame) throws {
    precondition(frame.canvas.count == plan.width * plan.height, "a frame is a whole canvas")
    if let pending { try advance(pending, next: frame.canvas) }
    pending = frame
  }

  /// Writes what waits, and the end of the file.
  ///
  /// - Returns: the bytes of the whole file.
  package mutating func finish() throws -> Int {
    // Browsers, and the rule of delays that follows them, give a frame without a delay this one.
    if frameCount == 0, pending?.delay == 10 { pending?.delay = nil }
    if let pending { try advance(pending, next: nil) }
    pending = nil
    if let best = states.min(by: { $0.cost < $1.cost }) { try write(best.waiting[...]) }
    try writer.writeTrailer()
    return writer.byteCount
  }

  /// Codes a frame from every canvas that may be before it and finds the canvases that may be after
  /// it.
  private mutating func advance(_ frame: LosslessGIFFrame, next: [UInt32]?) throws {
    let vanishing = next.flatMap {
      FrameComparison.vanishing(frame.canvas, $0, width: plan.width)
    }
    let clearing = vanishing.flatMap { self.clearing($0, after: frame) }
    var following: [DisposalState] = []
    for state in states {
      let comparison = FrameComparison(state.canvas, frame.canvas, width: plan.width)
      guard
        let candidate = coder.candidate(
          state.canvas, frame, comparison: comparison, cover: nil,
          isFirst: frameCount == 0)
      else { continue }
      var options = [(candidate, GIFDisposal.keep)]
      if next != nil, plansDisposal || vanishing != nil {
        // Players differ in what they restore below the first frame.
        if frameCount > 0 { options.append((candidate, .restorePrevious)) }
        var cleared: FrameCandidate? = candidate
        if let vanishing, !candidate.rect.contains(vanishing) {
          cleared = coder.candidate(
            state.canvas, frame, comparison: comparison, cover: vanishing,
            isFirst: frameCount == 0)
        }
        if let cleared, cleared.transparentIndex != nil || vanishing != nil {
          options.append((cleared, .clear))
        }
      }
      var ways = options.map { [DisposedFrame($0, $1)] }
      if let clearing, let delay = candidate.delay, candidate.rect != vanishing {
        let painting = candidate.taking(delay - Self.addedDelay)
        ways.append([
          DisposedFrame(painting, .keep), DisposedFrame(clearing, .clear, isAdded: true),
        ])
      }
      following += ways.map { state.following($0, canvas: frame.canvas, width: plan.width) }
    }
    guard !following.isEmpty else { throw Failure.tooManyColors(frame: frameCount) }
    choose(following, next: next)
    guard !states.isEmpty else { throw Failure.tooManyColors(frame: frameCount + 1) }
    try writeWhatIsSettled()
    frameCount += 1
  }

  /// The second of two frames that show one: it clears what vanishes. Nil where that is not wanted or the
  /// time does not suffice.
  private func clearing(_ vanishing: PixelRect, after frame: LosslessGIFFrame) -> FrameCandidate? {
    guard addsFrames, plansDisposal, let delay = frame.delay, delay >= 2 * Self.addedDelay else {
      return nil
    }
    return coder.candidate(
      frame.canvas, LosslessGIFFrame(canvas: frame.canvas, delay: Self.addedDelay),
      comparison: FrameComparison(), cover: vanishing, isFirst: false)
  }

  /// Keeps the canvases from which the next frame takes little.
  private mutating func choose(_ following: [DisposalState], next: [UInt32]?) {
    guard let next else {
      states = following.filter { $0.waiting.last!.disposal == .keep }
      estimateCosts()
      return
    }
    var ranked = following.map { state in
      (state, FrameComparison(state.canvas, next, width: plan.width))
    }.filter { !$0.1.uncovers }
    if plan.isTight {
      // A frame that is kept can always be painted over: that is what the survey has seen.
      ranked.removeAll {
        $0.0.waiting.last!.disposal != .keep && !coder.surelyPaints(next, over: $0.0.canvas)
      }
    }
    // What is kept is the measure: another disposal has to leave less to be painted.
    let kept = ranked.filter { $0.0.waiting.last!.disposal == .keep }
    if let least = kept.map(\.1.changedCount).min() {
      ranked.removeAll {
        $0.0.waiting.last!.disposal != .keep && (!plansDisposal || $0.1.changedCount >= least)
      }
    }
    states = ranked.map(\.0)
    estimateCosts()
    var best: [DisposalState] = []
    let order = states.indices.sorted {
      let one = (states[$0].cost + ranked[$0].1.changedCount / 8, $0)
      let two = (states[$1].cost + ranked[$1].1.changedCount / 8, $1)
      return one < two
    }
    for index in order where best.count < Self.maxStates {
      // Of two ways to the same canvas the cheaper one comes first.
      if best.contains(where: { $0.canvas == states[index].canvas }) { continue }
      best.append(states[index])
    }
    states = best
  }

  /// Adds what the last frame takes to each state, unless there is nothing to decide.
  private mutating func estimateCosts() {
    guard states.count > 1 else { return }
    for index in states.indices {
      states[index].addCost(effort, parser: parser)
    }
  }

  /// Writes the frames that all states have in common, and the oldest when too many wait.
  private mutating func writeWhatIsSettled() throws {
    while true {
      guard let first = states[0].waiting.first else { return }
      if states.allSatisfy({ $0.waiting.first === first }) {
        try write([first])
        for index in states.indices { states[index].waiting.removeFirst() }
      } else if states[0].waiting.count >= Self.maxWaiting {
        let best = states.min { $0.cost < $1.cost }!.waiting[0]
        states.removeAll { $0.waiting[0] !== best }
      } else {
        return
      }
    }
  }

  private mutating func write(_ frames: ArraySlice<DisposedFrame>) throws {
    for frame in frames {
      let (image, control) = frame.candidate.encode(
        frame.disposal, effort: effort, parser: parser)
      try writer.writeImage(image, control: control)
      if frame.isAdded { splitFrames.append(writtenCount - 1) } else { writtenCount += 1 }
    }
  }
}
