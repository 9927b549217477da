internal import Raster
internal import Stages
internal import Threads

/// Yields full frames of an animation that is stored as patches, in order or from any frame.
///
/// Memory holds the current canvas and, once frames are requested out of order, a limited number of
/// ``CanvasCheckpoints`` at the places where they help most according to the survey.
final class ComposedSource: FrameSource {
  let info: SourceInfo

  let painter: any FramePainter
  private var canvas: Canvas
  private var checkpoints: CanvasCheckpoints
  /// The memory for stored canvases.
  private var checkpointBytes: Int
  /// The next frame that ``next()`` returns.
  private var position = 0
  /// The frame that the canvas is prepared for.
  private var canvasPosition = 0
  private var hasAlpha: Bool?
  /// The number of frames drawn so far, including repetitions.
  private(set) var drawnFrames = 0
  private var hasFailed = false
  /// Whether part of any frame is known to be decodable.
  private var hasContent = false

  /// - Parameter checkpointBytes: the memory for canvases that shorten seeking.
  init(_ painter: any FramePainter, checkpointBytes: Int = 64 << 20) {
    self.painter = painter
    info = painter.info
    canvas = Canvas(size: info.size)
    checkpoints = CanvasCheckpoints(size: info.size)
    self.checkpointBytes = checkpointBytes
  }

  var warnings: [ReadingWarning] { painter.warnings }

  /// The largest number of images in use at the same time.
  var peakLive: Int { canvas.peakLive }

  func next() throws -> CanvasFrame? {
    guard !hasFailed, position < info.frames.count else { return nil }
    do {
      try moveCanvas(to: position)
      let frame = try drawNext()
      position = canvasPosition
      return frame
    } catch {
      // After a cancellation, other frames may still be requested: every frame is drawn completely
      // or not at all.
      hasFailed = !(error is CancellationError)
      throw error
    }
  }

  /// The next call of ``next()`` draws up to that frame.
  func seek(to index: Int) {
    precondition((0...info.frames.count).contains(index), "no frame \(index)")
    position = index
    canvas.forgetShown()
  }

  /// Prepares the canvas for a frame.
  ///
  /// - Complexity: draws all frames from the nearest of the current canvas, a stored canvas, and a
  ///   restart point.
  private func moveCanvas(to index: Int) throws {
    if canvasPosition == index { return }
    var start = canvasPosition < index ? canvasPosition : -1
    if let kept = checkpoints.nearest(from: start + 1, through: index) {
      start = kept.index
      canvas.resume(from: kept.canvas)
    }
    // If the canvas cannot be used, decoding begins at a restart point; frame 0 is always one.
    if let restart = lastStart(from: start + 1, through: index) {
      start = restart
      canvas.reset()
    }
    canvasPosition = start
    if start < index { startKeeping() }
    while canvasPosition < index { _ = try drawNext() }
    canvas.forgetShown()
  }

  /// Starts storing canvases, at the first frame that is drawn out of order.
  private func startKeeping() {
    if checkpoints.isActive { return }
    checkpoints.isActive = true
    checkpoints.follow(checkpointPlan())
  }

  private func checkpointPlan() -> CheckpointPlan {
    let capacity = checkpointBytes / checkpoints.canvasBytes
    if capacity == 0 { return .none }
    return CheckpointPlan(
      // A frame costs its pixels, plus a constant for its headers.
      costs: info.frames.map { $0.rect.size.area + 256 },
      isStart: info.frames.indices.map { painter.startsDecoding($0) }, capacity: capacity,
      // Storing and restoring a canvas copies it twice.
      leastCost: 2 * info.size.area)
  }

  private func lastStart(from first: Int, through last: Int) -> Int? {
    guard first <= last else { return nil }
    return (first...last).last { painter.startsDecoding($0) }
  }

  /// Draws the frame that the canvas is prepared for.
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

  /// Looks for a frame that can be partly decoded, after one that cannot.
  ///
  /// A damaged frame keeps its duration if other frames have content, but an animation needs at
  /// least one image.
  ///
  /// - Throws: ``ReadingError`` if there is none.
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

  /// Composes frames until one has a transparent pixel or until none can follow, because the canvas
  /// is opaque and no later frame replaces or clears anything. Decodes nothing if the headers
  /// decide.
  ///
  /// Damage that leaves transparent pixels after that point is not predicted.
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
      // After an opaque image, only changes can be transparent.
      if !frame.pixels.isOpaque(in: isOpaque ? frame.changed : PixelRect(info.size)) { return true }
      isOpaque = true
      // From here on, disposals keep or restore an opaque image.
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
      // A picture that was drawn earlier has no more bits than were requested then.
      seek(to: position)
    }
  }
}

extension ComposedSource: PatchSource {
  var decodesPatchesAhead: Bool {
    get { painter.decodesAhead }
    set { painter.decodesAhead = newValue }
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

  /// The canvas, the previous image while it is in use, the saved image for disposal, and an image
  /// that waits for reuse.
  var decodingBytes: Int { info.decodingBytes(pictures: 4) + painter.decodingBytes }
}
