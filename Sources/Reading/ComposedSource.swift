internal import Raster
internal import Stages
internal import Threads

/// Yields the full pictures of an animation that is stored as patches, in order or from any frame.
///
/// Keeps the current picture and, once frames are sought, a bounded number of
/// ``CanvasCheckpoints`` where the survey says that they help most.
final class ComposedSource: FrameSource {
  let info: SourceInfo

  let painter: any FramePainter
  private var canvas: Canvas
  private var checkpoints: CanvasCheckpoints
  /// How much memory kept canvases may take.
  private var checkpointBytes: Int
  /// The frame that ``next()`` hands out next.
  private var position = 0
  /// The frame that the canvas is ready for.
  private var canvasPosition = 0
  private var hasAlpha: Bool?
  /// How many frames were drawn so far, again or for the first time.
  private(set) var drawnFrames = 0
  private var hasFailed = false
  /// Whether a frame is known of which something can be decoded.
  private var hasContent = false

  /// - Parameter checkpointBytes: how much memory the canvases that shorten seeking may take.
  init(_ painter: any FramePainter, checkpointBytes: Int = 64 << 20) {
    self.painter = painter
    info = painter.info
    canvas = Canvas(size: info.size)
    checkpoints = CanvasCheckpoints(size: info.size)
    self.checkpointBytes = checkpointBytes
  }

  var warnings: [ReadingWarning] { painter.warnings }

  /// The most pictures that were ever in use at once.
  var peakLive: Int { canvas.peakLive }

  func next() throws -> CanvasFrame? {
    guard !hasFailed, position < info.frames.count else { return nil }
    do {
      try moveCanvas(to: position)
      let frame = try drawNext()
      position = canvasPosition
      return frame
    } catch {
      // Who cancels may still want other frames: every frame is drawn as a whole or not at all.
      hasFailed = !(error is CancellationError)
      throw error
    }
  }

  /// The work of getting there is done by the next call of ``next()``.
  func seek(to index: Int) {
    precondition((0...info.frames.count).contains(index), "no frame \(index)")
    position = index
    canvas.forgetShown()
  }

  /// Makes the canvas ready for a frame.
  ///
  /// - Complexity: draws all frames from the nearest of: where the canvas is, a kept canvas, and a
  ///   frame with which decoding can start.
  private func moveCanvas(to index: Int) throws {
    if canvasPosition == index { return }
    var start = canvasPosition < index ? canvasPosition : -1
    if let kept = checkpoints.nearest(from: start + 1, through: index) {
      start = kept.index
      canvas.resume(from: kept.canvas)
    }
    // Frame 0 always is a start, so there is one when the canvas is of no use.
    if let restart = lastStart(from: start + 1, through: index) {
      start = restart
      canvas.reset()
    }
    canvasPosition = start
    if start < index { startKeeping() }
    while canvasPosition < index { _ = try drawNext() }
    canvas.forgetShown()
  }

  /// From the first frame on that is not drawn in order.
  private func startKeeping() {
    if checkpoints.isActive { return }
    checkpoints.isActive = true
    checkpoints.follow(checkpointPlan())
  }

  private func checkpointPlan() -> CheckpointPlan {
    let capacity = checkpointBytes / checkpoints.canvasBytes
    if capacity == 0 { return .none }
    return CheckpointPlan(
      // A frame costs its pixels, and something for its headers.
      costs: info.frames.map { $0.rect.size.area + 256 },
      isStart: info.frames.indices.map { painter.startsDecoding($0) }, capacity: capacity,
      // Keeping a canvas and bringing it back copies it twice.
      leastCost: 2 * info.size.area)
  }

  private func lastStart(from first: Int, through last: Int) -> Int? {
    guard first <= last else { return nil }
    return (first...last).last { painter.startsDecoding($0) }
  }

  /// Draws the frame that the canvas is ready for.
  private func drawNext() throws -> CanvasFrame {
    try CancellationFlag.betweenFrames?.check()
    let index = canvasPosition
    if !painter.startsDecoding(index) { checkpoints.visit(index, canvas) }
    let frame = try painter.draw(index, on: &canvas)
    try checkContent(of: index)
    canvasPosition = index + 1
    drawnFrames += 1
    return frame
  }

  /// Looks for a frame of which something can be decoded once there is nothing of the one that was drawn.
  ///
  /// Damaged frames keep their time beside others; alone they are no animation.
  ///
  /// - Throws: ``ReadingError``: there is none.
  private func checkContent(of drawn: Int) throws {
    guard !hasContent else { return }
    if painter.isLost(drawn) {
      for index in info.frames.indices where index != drawn {
        try CancellationFlag.betweenFrames?.check()
        var beside = Canvas(size: info.size)
        _ = try painter.draw(index, on: &beside)
        if !painter.isLost(index) {
          hasContent = true
          return
        }
      }
      throw ReadingError.malformed(
        detail: "none of its frames can be decoded", frame: nil, byteOffset: nil)
    }
    hasContent = true
  }

  /// Composes frames until one has a transparent pixel or until none can follow: when the canvas
  /// is opaque and no later frame replaces or clears anything. Decodes nothing when the headers
  /// tell.
  ///
  /// Damage that leaves holes in a frame after that point is not foreseen.
  func detectAlpha() throws -> Bool {
    if let hasAlpha { return hasAlpha }
    let found =
      switch info.alpha {
      case .present: true
      case .absent: false
      case .possible: try findAlpha()
      }
    hasAlpha = found
    seek(to: 0)
    return found
  }

  private func findAlpha() throws -> Bool {
    let lastUncovering = info.frames.indices.last { painter.mayUncover($0) } ?? 0
    seek(to: 0)
    var isOpaque = false
    while let frame = try next() {
      // After an opaque picture only what changed can be transparent.
      if !frame.pixels.isOpaque(in: isOpaque ? frame.changed : PixelRect(info.size)) { return true }
      isOpaque = true
      // From here on disposals keep an opaque picture or bring one back.
      if frame.index >= lastUncovering, info.frames[frame.index].disposal == .keep { return false }
    }
    return false
  }
}

extension ComposedSource: WideSource {
  var handsOnWide: Bool {
    get { painter.handsOnWide }
    set {
      painter.handsOnWide = newValue
      // A picture that is drawn already has no more bits than it was asked for.
      seek(to: position)
    }
  }
}

extension ComposedSource: CanvasKeeping {
  var keptCanvasBytes: Int { checkpoints.bytes }

  var canvasesWorthKeeping: Int {
    info.frames.indices.count { !painter.startsDecoding($0) }
  }

  func keepCanvases(within bytes: Int) {
    if checkpointBytes == bytes { return }
    checkpointBytes = bytes
    if checkpoints.isActive { checkpoints.follow(checkpointPlan()) }
  }

  func restartPoint(for index: Int) -> Int {
    lastStart(from: 0, through: index) ?? 0
  }

  /// The canvas, the one before it while somebody looks at that, what a disposal brings back, and a
  /// picture that waits to be used again.
  var decodingBytes: Int { info.decodingBytes(pictures: 4) + painter.decodingBytes }
}
