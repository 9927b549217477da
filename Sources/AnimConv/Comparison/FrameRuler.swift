internal import Raster
internal import Reading
internal import Threads

/// Measures frames of an output against those of its source, on a thread of the library's own.
final class FrameRuler: Sendable {
  /// What was measured of one frame.
  struct Measured: Sendable {
    let similarity: StructuralSimilarity
    let errors: SquaredErrors
    /// Nil where the output has no transparency.
    let alphaError: Int?
  }

  /// What is used from one frame to the next, by one thread at a time.
  private struct Tools: @unchecked Sendable {
    let source: Shaper
    let output: Shaper
    var lumaOfSource = LumaPlane()
    var lumaOfOutput = LumaPlane()
  }

  /// On which size both are compared.
  let size: PixelSize
  /// Whether the source is scaled to it.
  let isScaled: Bool
  private let matte: RGBColor
  private let sourceIsOpaque: Bool
  private let outputIsOpaque: Bool
  private let tools: GuardedState<Tools>
  private let lane = SerialLane(FrameRuler.threads)
  private static let threads = LanePool(most: processorCount)

  init(source: SourceInfo, output: SourceInfo, matte: RGBColor) throws {
    self.matte = matte
    sourceIsOpaque = source.alpha == .absent
    outputIsOpaque = output.alpha == .absent
    let (from, to) = (source.size, output.size)
    let isPadded = Self.isPadded(from, to: to)
    size = isPadded ? from : to
    isScaled = !isPadded
    tools = GuardedState(
      Tools(
        source: try Self.shaper(from, to: isPadded ? nil : to),
        output: try Self.shaper(to, crop: isPadded ? from : nil)))
  }

  /// Takes the source's pictures as a conversion shapes them.
  init(shaping: ShapingPlan, output: SourceInfo) throws {
    matte = shaping.matte
    sourceIsOpaque = !shaping.outputHasAlpha
    outputIsOpaque = output.alpha == .absent
    size = shaping.output
    isScaled = shaping.filter != nil
    let isPadded = Self.isPadded(size, to: output.size)
    tools = GuardedState(
      Tools(
        source: Shaper(shaping),
        output: try Self.shaper(
          output.size, to: isPadded ? nil : size, crop: isPadded ? size : nil)))
  }

  /// Sides that an encoder wants even have a row or a column more.
  private static func isPadded(_ from: PixelSize, to: PixelSize) -> Bool {
    (0...1).contains(to.width - from.width) && (0...1).contains(to.height - from.height)
  }

  private static func shaper(
    _ size: PixelSize, to scaled: PixelSize? = nil, crop: PixelSize? = nil
  ) throws -> Shaper {
    let options = ShapingOptions(
      crop: crop.map { PixelRect($0) }, scale: scaled.map { .size($0) }, fit: .exact)
    return Shaper(
      try ShapingPlan(options, source: size, hasAlpha: true, defaultAlpha: .keep))
  }

  /// - Complexity: a few passes over the pixels.
  func measure(_ output: PixelBuffer, _ source: PixelBuffer) async throws -> Measured {
    try await withCheckedThrowingContinuation { continuation in
      lane.start { [self] in
        continuation.resume(with: Result { try measureNow(output, source) })
      }
    }
  }

  private func measureNow(_ output: PixelBuffer, _ source: PixelBuffer) throws -> Measured {
    try tools.withLock { tools in
      var shown = try tools.source.shape(Self.whole(source)).color.pixels
      var made = try tools.output.shape(Self.whole(output)).color.pixels
      let alphaError = outputIsOpaque ? nil : Self.alphaError(made, shown)
      if !sourceIsOpaque { shown = shown.flattened(onto: matte) }
      if !outputIsOpaque { made = made.flattened(onto: matte) }
      tools.lumaOfSource.set(shown)
      tools.lumaOfOutput.set(made)
      return Measured(
        similarity: StructuralSimilarity(tools.lumaOfOutput, tools.lumaOfSource),
        errors: SquaredErrors(made, shown, tools.lumaOfOutput, tools.lumaOfSource),
        alphaError: alphaError)
    }
  }

  private static func whole(_ pixels: PixelBuffer) -> CanvasFrame {
    CanvasFrame(index: 0, pixels: pixels, changed: PixelRect(pixels.size))
  }

  private static func alphaError(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    var most = 0
    a.withBytes { first in
      b.withBytes { second in
        for index in stride(from: 3, to: first.count, by: 4) {
          most = max(most, abs(Int(first[index]) - Int(second[index])))
        }
      }
    }
    return most
  }
}
