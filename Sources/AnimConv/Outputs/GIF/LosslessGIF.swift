internal import GIFBlocks
internal import GIFCoding
internal import Raster
internal import Reading
internal import Stages

/// How a GIF keeps every pixel: its colours, and the frames that it comes from.
struct LosslessGIF: Sendable {
  let plan: LosslessGIFPlan
  /// The input's own frames, which are kept where nothing smaller is found; nil when the input is no
  /// GIF.
  let source: CodedGIF?
}

/// Sees which colours a GIF has to hold, and whether it can hold them all.
final class LosslessGIFWatcher: FrameWatcher {
  private let size: PixelSize
  private let fallback: GIFContentWatcher
  private var source: CodedGIF?
  private var survey: LosslessGIFSurvey
  private var before: [UInt32]
  private var count = 0
  /// The first frame that may have to paint more colours than a table holds beside transparency.
  private(set) var frameOfManyColors: Int?

  init(size: PixelSize, settings: GIFEncodingSettings) {
    self.size = size
    fallback = GIFContentWatcher(size: size, settings: settings)
    survey = LosslessGIFSurvey(width: size.width, height: size.height, sourcePalette: nil)
    before = Array(repeating: 0, count: size.area)
  }

  func start(_ source: any FrameSource) {
    self.source = (source as? any CodedGIFSource)?.codedGIF
    if let colors = self.source?.globalColors, !colors.isEmpty {
      survey = LosslessGIFSurvey(
        width: size.width, height: size.height, sourcePalette: GIFPalette(colors))
    }
  }

  func watch(_ frame: Frame) {
    fallback.watch(frame)
    if frameOfManyColors != nil { return }
    let canvas = frame.pixels.binaryAlpha
    var painted: Set<UInt32> = []
    var uncovers = false
    for (old, new) in zip(before, canvas) where old != new {
      if new == 0 { uncovers = true } else { painted.insert(new) }
    }
    // What is cleared may have to be painted again.
    if uncovers { painted = Set(canvas) }
    if painted.count > 255 {
      frameOfManyColors = count
      return
    }
    survey.add(canvas)
    before = canvas
    count += 1
  }

  /// Nil when the colours do not fit.
  var plan: LosslessGIF? {
    frameOfManyColors == nil ? LosslessGIF(plan: survey.plan(), source: source) : nil
  }

  /// For a GIF that cannot keep every pixel.
  var content: GIFContent { fallback.content }
}

/// Codes frames so that every pixel stays.
final class LosslessGIFWriter: GIFFrameEncoder {
  private var encoder: LosslessGIFEncoder
  private let source: CodedGIF?
  private let frames: CodedGIFFrames?

  init(
    _ lossless: LosslessGIF, _ settings: GIFEncodingSettings,
    output: @escaping GIFBlockWriter.Output
  ) throws {
    encoder = try LosslessGIFEncoder(
      lossless.plan, plays: settings.plays, effort: settings.effort,
      writer: GIFBlockWriter(output: output))
    source = lossless.source
    frames = lossless.source?.frames()
  }

  func append(_ frame: Frame, duration: Int) throws {
    var coded = try frames?[frame.index].flatMap(stored)
    let canvas = frame.pixels.binaryAlpha
    for part in GIFEncoder.parts(of: duration) {
      do {
        try encoder.append(LosslessGIFFrame(canvas: canvas, delay: part, source: coded))
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

  /// A frame of the input in the encoder's words; nil when it has no colours.
  private func stored(_ frame: CodedGIF.Frame) -> LosslessGIFSource? {
    guard frame.localColors != nil || source?.globalColors.isEmpty == false else { return nil }
    return LosslessGIFSource(
      image: GIFImage(
        rect: frame.rect, palette: frame.localColors.map(GIFPalette.init),
        isInterlaced: frame.isInterlaced,
        minCodeSize: frame.minCodeSize, data: frame.data),
      transparentIndex: frame.transparentIndex, indices: frame.indices)
  }
}

extension PixelBuffer {
  /// Pixels that are at least half opaque, and 0 for the others: what a GIF can say.
  var binaryAlpha: [UInt32] {
    withBytes { bytes in
      bytes.bindMemory(to: UInt32.self).map { $0 >> 24 >= 128 ? $0 | 0xFF00_0000 : 0 }
    }
  }
}
