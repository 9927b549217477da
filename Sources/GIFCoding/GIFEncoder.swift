package import GIFBlocks
package import Raster

/// Makes a GIF from a sequence of frames.
///
/// ```swift
/// var survey = ContentSurvey(width: 64, height: 64, settings: settings)
/// for frame in frames { survey.observe(rgba: frame) }
/// let encoder = try GIFEncoder(
///   width: 64, height: 64, settings: settings, content: survey.content(for: settings)
/// ) { bytes in try file.write(bytes) }
/// for frame in frames { try encoder.append(rgba: frame, duration: 5) }
/// try encoder.finish()
/// ```
///
/// Memory depends on the canvas and not on the number of frames: at most five frames wait, so that
/// a painted pixel can take later frames into account. The same frames give the same bytes.
package final class GIFEncoder {
  /// The longest duration of one GIF frame, in 1/100 s.
  package static let longestDelay = 65_535

  private enum Core {
    case search(SearchEncoder)
    case flat(FlatEncoder)
  }

  private let pixelCount: Int
  private let edge: AlphaEdge
  private var core: Core
  private var spare: [QueuedFrame] = []

  /// - Parameters:
  ///   - content: the result of ``ContentSurvey``. The default works for all content, but is best
  ///     for natural content.
  /// - Throws: any error of the output, as in every call.
  package init(
    width: Int, height: Int, settings: GIFEncodingSettings,
    content: GIFContent = .natural(palette: nil), weights: EncodingWeights? = nil,
    output: @escaping GIFBlockWriter.Output
  ) throws {
    pixelCount = width * height
    edge = AlphaEdge(rule: settings.alphaEdge, width: width)
    let writer = GIFBlockWriter(output: output)
    switch content {
    case .flat(let plan) where !settings.isPlain:
      core = .flat(try FlatEncoder(plan, settings: settings, writer: writer))
    case .flat(let plan):
      core = .search(
        SearchEncoder(
          width: width, height: height, settings: settings,
          weights: EncodingWeights(exact: settings),
          palette: plan.isOneTable
            ? GIFPalette(Array(plan.lossless.paintedColors.prefix(255))) : nil,
          writer: writer))
    case .natural(let palette):
      core = .search(
        SearchEncoder(
          width: width, height: height, settings: settings,
          weights: weights ?? EncodingWeights(settings), palette: palette, writer: writer))
    }
  }

  /// Takes the next frame.
  ///
  /// A frame longer than ``longestDelay`` is followed by others that paint nothing.
  ///
  /// - Parameters:
  ///   - rgba: the whole canvas, four bytes per pixel, straight alpha.
  ///   - changed: the area that may differ from the previous frame; nil for everything.
  ///   - duration: 1/100 s.
  package func append(
    rgba: UnsafeRawBufferPointer, changed: PixelRect? = nil, duration: Int
  ) throws {
    precondition(rgba.count == pixelCount * 4, "a frame is a whole canvas")
    var changed = changed
    for part in Self.parts(of: duration) {
      let frame = spare.popLast() ?? QueuedFrame(pixelCount: pixelCount)
      edge.apply(rgba, to: frame.pixels.base)
      frame.changed = changed
      frame.duration = part
      try append(frame)
      changed = PixelRect(x: 0, y: 0, width: 1, height: 1)
    }
  }

  /// The durations of the frames that show one frame, in 1/100 s: several if one cannot hold the
  /// duration.
  package static func parts(of duration: Int) -> [Int] {
    var parts: [Int] = []
    var rest = duration
    repeat {
      // The last part is never so short that browsers would lengthen it.
      let part = rest <= longestDelay ? rest : min(longestDelay, rest - 2)
      parts.append(part)
      rest -= part
    } while rest > 0
    return parts
  }

  /// See ``LosslessGIFEncoder/splitFrames``; counted in the order in which ``parts(of:)`` were
  /// added.
  package var splitFrames: [Int] {
    switch core {
    case .search: []
    case .flat(let encoder): encoder.splitFrames
    }
  }

  private func append(_ frame: QueuedFrame) throws {
    switch core {
    case .search(let encoder):
      if let done = try encoder.append(frame) { spare.append(done) }
    case .flat(var encoder):
      try encoder.append(frame)
      core = .flat(encoder)
      spare.append(frame)
    }
  }

  /// Writes the waiting frames, and the end of the file.
  package func finish() throws {
    switch core {
    case .search(let encoder): try encoder.finish()
    case .flat(var encoder):
      // Only the copy that wrote the end has these counts.
      try encoder.finish()
      core = .flat(encoder)
    }
  }
}
