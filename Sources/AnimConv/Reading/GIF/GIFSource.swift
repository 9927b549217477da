/// Yields the frames of a GIF as browsers show them.
///
/// Keeps one frame's indices, the current picture and, once frames are sought, a bounded number of
/// ``CanvasCheckpoints``; the file is read in pieces.
final class GIFSource: FrameSource {
  let info: SourceInfo

  /// What the survey found, with notes of the damage that has been reported.
  private var survey: GIFSurvey
  private let decoder: GIFFrameDecoder
  private var canvas: Canvas
  private var checkpoints: CanvasCheckpoints
  /// The frame that ``next()`` hands out next.
  private var position = 0
  /// The frame that the canvas is ready for.
  private var canvasPosition = 0
  private var hasAlpha: Bool?
  /// How many frames were decoded so far, again or for the first time.
  private(set) var decodedFrames = 0
  private var decodingWarnings: WarningList
  private var hasFailed = false

  /// Surveys a GIF.
  ///
  /// - Parameter checkpointBytes: how much memory the canvases that shorten seeking may take.
  /// - Throws: ``ReadingError``.
  init(
    _ source: ByteSource, options: ReadingOptions = ReadingOptions(),
    checkpointBytes: Int = 64 << 20
  ) throws {
    let reader = ByteReader(source)
    survey = try GIFSurveyor.survey(reader, options: options)
    info = survey.info(byteCount: source.byteCount)
    decoder = GIFFrameDecoder(reader)
    canvas = Canvas(size: survey.size)
    checkpoints = CanvasCheckpoints(size: survey.size, budget: checkpointBytes)
    decodingWarnings = WarningList(isStrict: options.isStrict)
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  /// The most pictures that were ever in use at once.
  var peakLive: Int { canvas.peakLive }

  func next() throws -> Frame? {
    guard !hasFailed, position < survey.records.count else { return nil }
    do {
      try moveCanvas(to: position)
      let frame = try drawNext()
      position = canvasPosition
      return frame
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// The work of getting there is done by the next call of ``next()``.
  func seek(to index: Int) {
    precondition((0...survey.records.count).contains(index), "no frame \(index)")
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
    if let restart = survey.lastStart(from: start + 1, through: index) {
      start = restart
      canvas.reset()
    }
    canvasPosition = start
    checkpoints.isActive = checkpoints.isActive || start < index
    while canvasPosition < index { _ = try drawNext() }
    canvas.forgetShown()
  }

  /// Decodes and draws the frame that the canvas is ready for.
  private func drawNext() throws -> Frame {
    let index = canvasPosition
    let record = survey.records[index]
    if !record.startsDecoding { checkpoints.visit(index, canvas) }
    var colors = try decoder.localColors(record) ?? survey.globalColors
    if record.hasTransparency { colors = colors.withTransparent(record.transparentIndex) }
    let indices = try decoder.decode(record, on: survey.size)
    let isComplete = indices.count == record.neededPixels(on: survey.size)
    if !isComplete { try reportShort(index, indices) }

    let visible = info.frames[index].rect
    let drawing = GIFPatch(
      indices: indices, colors: colors, x: Int(record.x), y: Int(record.y), visible: visible)
    let writesTransparent = !record.hasTransparency || canvas.isBlank(visible)
    let patch = Patch(
      rect: visible, disposal: record.disposal,
      writesEveryPixel: writesTransparent && isComplete,
      startsBlank: record.replaces(survey.size))
    canvasPosition = index + 1
    decodedFrames += 1
    return canvas.draw(index, patch) { picture, stride in
      drawing.draw(onto: picture, stride: stride, writesTransparent: writesTransparent)
    }
  }

  private func reportShort(_ index: Int, _ indices: GIFIndices) throws {
    let record = survey.records[index]
    guard !record.isReported, !record.isUnterminated else { return }
    survey.records[index].isReported = true
    try decodingWarnings.report(
      ReadingWarning(
        kind: .damagedFrame, frame: index, byteOffset: record.dataOffset,
        detail: "frame \(index) is damaged after \(indices.count) of "
          + "\(Int(record.width) * Int(record.height)) pixels; the others are missing"))
  }

  /// Composes frames until one has a transparent pixel or until none can follow: when the canvas
  /// is opaque and no later disposal clears anything.
  ///
  /// Damage that leaves holes in a frame after that point is not foreseen.
  func detectAlpha() throws -> Bool {
    if let hasAlpha { return hasAlpha }
    let found = try info.alpha == .present || findAlpha()
    hasAlpha = found
    seek(to: 0)
    return found
  }

  private func findAlpha() throws -> Bool {
    let lastClear = survey.lastClearingFrame ?? -1
    seek(to: 0)
    var isOpaque = false
    while let frame = try next() {
      // After an opaque picture only what changed can be transparent.
      if !frame.pixels.isOpaque(in: isOpaque ? frame.changed : PixelRect(info.size)) { return true }
      isOpaque = true
      // From here on disposals keep an opaque picture or bring one back.
      if frame.index > lastClear, info.frames[frame.index].disposal == .keep { return false }
    }
    return false
  }
}
