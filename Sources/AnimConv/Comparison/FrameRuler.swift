internal import Raster
internal import Reading

/// Measures frames of an output against those of its source. Used by one thread at a time.
final class FrameRuler {
  /// The measurements of one frame.
  struct Measured {
    let similarity: StructuralSimilarity
    let errors: SquaredErrors
    /// Nil if the output has no transparency.
    let alphaError: Int?
    /// The pair to score; nil if neither image differs from the previous one.
    let pair: ScoredPair?
  }

  /// The size at which both are compared.
  let size: PixelSize
  /// Whether the source is scaled to that size.
  let isScaled: Bool
  private let outputIsOpaque: Bool
  /// If both may be transparent, the worse of white and black counts. An opaque output is judged on
  /// its own background colour.
  private let mattes: [RGBColor]
  private let source: ComparedPictures
  private let output: ComparedPictures

  /// - Throws: ``ShapingError``.
  init(source: SourceInfo, output: SourceInfo, matte: RGBColor) throws {
    outputIsOpaque = output.alpha == .absent
    mattes = outputIsOpaque ? [matte] : [.white, .black]
    let (from, to) = (source.size, output.size)
    let isPadded = Self.isPadded(from, to: to)
    size = isPadded ? from : to
    isScaled = !isPadded
    self.source = ComparedPictures(
      try Self.shaper(from, to: isPadded ? nil : to), matte: source.alpha == .absent ? nil : matte)
    self.output = ComparedPictures(
      try Self.shaper(to, crop: isPadded ? from : nil), matte: outputIsOpaque ? nil : matte)
  }

  /// Converts the source's images as a conversion shapes them.
  ///
  /// - Throws: ``ShapingError``.
  init(shaping: ShapingPlan, output: SourceInfo) throws {
    outputIsOpaque = output.alpha == .absent
    mattes = outputIsOpaque ? [shaping.matte] : [.white, .black]
    size = shaping.output
    isScaled = shaping.filter != nil
    let isPadded = Self.isPadded(size, to: output.size)
    source = ComparedPictures(
      Shaper(shaping), matte: shaping.outputHasAlpha ? shaping.matte : nil)
    self.output = ComparedPictures(
      try Self.shaper(
        output.size, to: isPadded ? nil : size, crop: isPadded ? size : nil),
      matte: outputIsOpaque ? nil : shaping.matte)
  }

  /// Encoders that need even sides add a row or a column.
  private static func isPadded(_ from: PixelSize, to: PixelSize) -> Bool {
    (0...1).contains(to.width - from.width) && (0...1).contains(to.height - from.height)
  }

  private static func shaper(
    _ size: PixelSize, to scaled: PixelSize? = nil, crop: PixelSize? = nil
  ) throws -> Shaper {
    let options = Conversion.Shaping(
      crop: crop.map { PixelRect($0) }, scale: scaled.map { .size($0) }, fit: .exact)
    return Shaper(
      try ShapingPlan(options, source: size, hasAlpha: true, defaultAlpha: .keep))
  }

  /// Measures the next frame of the output.
  ///
  /// - Parameters:
  ///   - made: its changes are relative to the output frame that was measured before.
  ///   - shown: the source frame at that time; its changes are relative to the previously shown
  ///     one.
  /// - Throws: ``ShapingError``.
  /// - Complexity: a few passes over the pixels.
  func measure(_ made: CanvasFrame, _ shown: CanvasFrame) throws -> Measured {
    try source.show(shown)
    try output.show(made)
    let hasChanged = source.hasChanged || output.hasChanged
    return Measured(
      similarity: StructuralSimilarity(output.luma, source.luma),
      errors: SquaredErrors(output.opaque, source.opaque, output.luma, source.luma),
      alphaError: outputIsOpaque ? nil : Self.alphaError(output.shaped!, source.shaped!),
      pair: hasChanged
        ? ScoredPair(original: source.shaped!, distorted: output.shaped!, mattes: mattes) : nil)
  }

  private static func alphaError(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    a.withBytes { first in
      b.withBytes { second in
        let (p, q) = (first.bindMemory(to: UInt32.self), second.bindMemory(to: UInt32.self))
        var most: Int32 = 0
        for index in 0..<p.count {
          let difference =
            Int32(truncatingIfNeeded: p[index].littleEndian &>> 24)
            &- Int32(truncatingIfNeeded: q[index].littleEndian &>> 24)
          most = max(most, abs(difference))
        }
        return Int(most)
      }
    }
  }
}
