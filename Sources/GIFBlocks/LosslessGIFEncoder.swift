internal import Raster

/// Codes an animation as a GIF with exactly the same pixels, in as few bytes as possible.
///
/// Takes frames one by one, in the order in which ``LosslessGIFSurvey`` saw them, and writes their
/// blocks a few frames later. Memory does not depend on the number of frames: at most
/// ``maxWaiting`` frames, in up to three versions, wait until their best disposal is known.
///
/// ```swift
/// let writer = GIFBlockWriter { bytes in try file.write(bytes) }
/// var encoder = try LosslessGIFEncoder(plan, plays: 0, effort: 4, writer: writer)
/// for frame in frames { try encoder.append(frame) }
/// try encoder.finish()
/// ```
///
/// The result may be larger than the original file: compare the two and keep the smaller one.
package struct LosslessGIFEncoder {
  /// Why an animation cannot be coded.
  package enum Failure: Error, Equatable {
    /// With every disposal of the previous frames, this frame has to paint more than 256 colours,
    /// or 256 colours while other pixels stay transparent.
    case tooManyColors(frame: Int)
  }

  /// The number of frames that may wait for their disposal.
  static let maxWaiting = 4
  /// The number of canvases to follow from frame to frame.
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
  /// The input frames that were written as two frames, counted from 0, in order; the second takes
  /// ``addedDelay``.
  package private(set) var splitFrames: [Int] = []

  /// The time that an added frame takes from the previous one, 1/100 s: the shortest that browsers
  /// play exactly.
  package static let addedDelay = 2

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - plays: total plays, 1 to 65,536; 0 means endless.
  ///   - effort: 0 (fast) to 9 (small).
  ///   - addsFrames: whether a frame may be written as two frames; the second shows the same
  ///     picture and clears the pixels that vanish next. This may need fewer bytes than a frame
  ///     that covers these pixels.
  /// - Throws: any error of the writer's output, as in every call.
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

  /// Writes the waiting frames, and the end of the file.
  ///
  /// - Returns: the bytes of the whole file.
  package mutating func finish() throws -> Int {
    // Browsers, and the delay policy that follows them, use this delay for a frame without one.
    if frameCount == 0, pending?.delay == 10 { pending?.delay = nil }
    if let pending { try advance(pending, next: nil) }
    pending = nil
    if let best = states.min(by: { $0.cost < $1.cost }) { try write(best.waiting[...]) }
    try writer.writeTrailer()
    return writer.byteCount
  }

  /// Codes a frame from every possible previous canvas, and finds the possible canvases after it.
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
        // Players differ in what they restore after the first frame.
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

  /// The second of two frames with the same picture: it clears the pixels that vanish. Nil if that
  /// is not allowed or the time does not suffice.
  private func clearing(_ vanishing: PixelRect, after frame: LosslessGIFFrame) -> FrameCandidate? {
    guard addsFrames, plansDisposal, let delay = frame.delay, delay >= 2 * Self.addedDelay else {
      return nil
    }
    return coder.candidate(
      frame.canvas, LosslessGIFFrame(canvas: frame.canvas, delay: Self.addedDelay),
      comparison: FrameComparison(), cover: vanishing, isFirst: false)
  }

  /// Keeps the canvases from which the next frame needs few bytes.
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
      // A kept frame can always be painted over, as the survey has shown.
      ranked.removeAll {
        $0.0.waiting.last!.disposal != .keep && !coder.surelyPaints(next, over: $0.0.canvas)
      }
    }
    // Keeping the frame is the reference: another disposal must leave fewer pixels to paint.
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
      // If two ways lead to the same canvas, the one with fewer bytes comes first.
      if best.contains(where: { $0.canvas == states[index].canvas }) { continue }
      best.append(states[index])
    }
    states = best
  }

  /// Adds the bytes of the last frame to each state, unless there is only one.
  private mutating func estimateCosts() {
    guard states.count > 1 else { return }
    for index in states.indices {
      states[index].addCost(effort, parser: parser)
    }
  }

  /// Writes the frames that all states share, and the oldest if too many wait.
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
