internal import GIFBlocks
internal import GIFCoding
internal import Raster
internal import Reading
internal import Stages

/// How a GIF stays lossless: its colours, and the input's coded frames.
struct LosslessGIF: Sendable {
  let plan: LosslessGIFPlan
  /// The input's own coded frames, which are kept if nothing smaller is found; nil if the input is
  /// not a GIF.
  let source: CodedGIF?
  /// Whether a delay that browsers lengthen is kept, for players that do not lengthen it.
  let keepsShortDelays: Bool
}

/// Collects the colours of a GIF and checks whether it can hold them all.
final class LosslessGIFWatcher: FrameWatcher {
  let subject: AnyHashable
  private let size: PixelSize
  private let edge: AlphaEdge
  private let keepsSource: Bool
  private let keepsShortDelays: Bool
  /// The source of the frames.
  private var frameSource: (any FrameSource)?
  private var source: CodedGIF?
  private var survey: LosslessGIFSurvey
  /// Whether a pixel is partly transparent, if that matters.
  private var isTranslucent = false
  /// The fallback if the colours do not fit; nil if that is an error.
  let fallback: GIFContentWatcher?

  /// - Parameters:
  ///   - keepsSource: whether the input's coded frames may be kept, because nothing shapes them.
  ///   - keepsShortDelays: whether delays that browsers lengthen are kept, because nothing changes
  ///     the timing.
  init(
    size: PixelSize, settings: GIFEncodingSettings, fallback: GIFContentWatcher?,
    keepsSource: Bool, keepsShortDelays: Bool
  ) {
    subject = Subject(
      edge: settings.alphaEdge, keepsSource: keepsSource, keepsShortDelays: keepsShortDelays,
      fallback: fallback?.subject)
    self.size = size
    self.keepsSource = keepsSource
    self.keepsShortDelays = keepsShortDelays
    self.fallback = fallback
    edge = AlphaEdge(rule: settings.alphaEdge, width: size.width)
    survey = LosslessGIFSurvey(width: size.width, height: size.height, sourcePalette: nil)
  }

  private struct Subject: Hashable {
    let edge: GIFAlphaEdge
    let keepsSource: Bool
    let keepsShortDelays: Bool
    let fallback: AnyHashable?
  }

  var others: [any FrameWatcher] { fallback.map { [$0] } ?? [] }

  func start(_ source: any FrameSource) {
    frameSource = source
    self.source = (source as? any CodedGIFSource)?.codedGIF
    if let colors = self.source?.globalColors, !colors.isEmpty {
      survey = LosslessGIFSurvey(
        width: size.width, height: size.height, sourcePalette: GIFPalette(colors))
    }
  }

  func watch(_ frame: CanvasFrame) {
    fallback?.watch(frame)
    if !fits { return }
    isTranslucent = fallback != nil && frame.pixels.isTranslucent
    if isTranslucent { return }
    survey.add(frame.pixels.withBytes { edge.canvas($0) })
    if survey.frameOfManyColors != nil { frameOfManyColors = frame.index }
  }

  /// The first frame of the input whose colours may not fit a table; nil if all fit.
  private(set) var frameOfManyColors: Int?

  private var fits: Bool { frameOfManyColors == nil && !isTranslucent }

  /// Nil if a GIF cannot hold the frames exactly.
  var plan: LosslessGIF? {
    // Damage that only decoding finds is part of the input's coded frames.
    let isKept = keepsSource && frameSource?.warnings.isEmpty != false
    guard fits else { return nil }
    return LosslessGIF(
      plan: survey.plan(), source: isKept ? source : nil, keepsShortDelays: keepsShortDelays)
  }
}

/// Encodes frames losslessly.
final class LosslessGIFWriter: GIFFrameEncoder {
  private var encoder: LosslessGIFEncoder
  private let source: CodedGIF?
  private let frames: CodedGIFFrames?
  private let edge: AlphaEdge
  private let keepsShortDelays: Bool

  init(
    _ lossless: LosslessGIF, _ settings: GIFEncodingSettings, _ edge: AlphaEdge,
    output: @escaping GIFBlockWriter.Output
  ) throws {
    encoder = try LosslessGIFEncoder(
      lossless.plan, plays: settings.plays, effort: settings.effort,
      addsFrames: settings.addsFrames, writer: GIFBlockWriter(output: output))
    self.edge = edge
    source = lossless.source
    keepsShortDelays = lossless.keepsShortDelays
    frames = lossless.source?.frames()
  }

  var splitFrames: [Int] { encoder.splitFrames }

  func append(_ frame: CanvasFrame, duration: Int) throws {
    let stored = try frames?[frame.index]
    var coded = stored.flatMap(source(of:))
    let canvas = frame.pixels.withBytes { edge.canvas($0) }
    // A delay that browsers lengthen to 100 ms is kept for other players; a zero delay needs no
    // block.
    let short =
      keepsShortDelays && duration == 10
      ? stored.flatMap { $0.delay < 2 ? $0.delay : nil } : nil
    for part in GIFEncoder.parts(of: duration) {
      let delay = short.map { $0 == 0 ? nil : $0 } ?? part
      do {
        try encoder.append(
          LosslessGIFFrame(canvas: canvas, delay: delay, source: coded))
      } catch LosslessGIFEncoder.Failure.tooManyColors(let frame) {
        throw GIFError.tooManyColors(frame: frame)
      }
      coded = nil
    }
  }

  func finish() throws {
    do { _ = try encoder.finish() } catch LosslessGIFEncoder.Failure.tooManyColors(let frame) {
      throw GIFError.tooManyColors(frame: frame)
    }
  }

  /// A frame of the input in the encoder's form; nil if it has no colours.
  private func source(of frame: CodedGIF.Frame) -> LosslessGIFSource? {
    guard frame.localColors != nil || source?.globalColors.isEmpty == false else { return nil }
    return LosslessGIFSource(
      image: GIFImage(
        rect: frame.rect, palette: frame.localColors.map(GIFPalette.init),
        isInterlaced: frame.isInterlaced,
        minCodeSize: frame.minCodeSize, data: frame.data),
      transparentIndex: frame.transparentIndex, indices: frame.indices)
  }
}
