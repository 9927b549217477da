package import Messages
package import Raster
package import Stages

/// Why images cannot be shaped as requested.
package enum ShapingError: Error, Sendable, Hashable {
  /// The crop has no pixel.
  case emptyCrop(PixelRect)
  /// The crop extends beyond the canvas.
  case cropOutside(crop: PixelRect, source: PixelSize)
  /// The requested scale leaves no pixels.
  case emptyScale(Conversion.Shaping.Scale)
  /// A scale that repeats pixels cannot be combined with a filter that blends them.
  case filterConflict(factor: Int, filter: ScaleFilter)
  /// A side is longer than ``ShapingPlan/maxSide``.
  case tooLarge(size: PixelSize, allowed: Int)
  /// A whole factor makes a side longer than ``ShapingPlan/maxSide``; a width was probably
  /// intended.
  case factorTooLarge(Int, size: PixelSize, allowed: Int)
  /// A frame's size differs from the plan's.
  case frameSize(frame: Int, expected: PixelSize, actual: PixelSize)
}

extension ShapingError: StageFailure {
  package var stage: ConversionStage { .shaping }

  package var kind: FailureKind {
    if case .frameSize = self { .internalFault } else { .usage }
  }

  package var frame: Int? {
    if case .frameSize(let frame, _, _) = self { frame } else { nil }
  }

  package var reason: ConversionMessage {
    switch self {
    case .emptyCrop(let crop):
      "expected at least one pixel for the crop, but got \(crop)"
    case .cropOutside(let crop, let source):
      "the crop \(crop) reaches outside the \(source) canvas"
    case .emptyScale(let request):
      "expected at least one pixel for the scaled size, but got \(request)"
    case .filterConflict(let factor, let filter):
      "scaling by \(factor)x repeats pixels, but the filter is \(filter)"
    case .tooLarge(let size, let allowed), .factorTooLarge(_, let size, let allowed):
      "the output would be \(size), but a side may have at most \(allowed) pixels"
    case .frameSize(_, let expected, let actual):
      "expected a frame of \(expected), but got \(actual)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .emptyCrop: "give a width and a height of at least 1"
    case .cropOutside(_, let source): "choose a rectangle inside \(PixelRect(source))"
    case .emptyScale: "give a factor above 0 or sides of at least 1"
    case .filterConflict(let factor, let filter):
      "use \(.scale, factor, swift: ".factor(numerator: \(factor), denominator: 1)") "
        + "\(.filter, filter, swift: ".\(filter)"), or leave out the filter"
    case .tooLarge: "choose a smaller \(.scale)"
    case .factorTooLarge(let factor, _, _):
      "for a width of \(factor) pixels use "
        + "\(.scale, "\(factor)x", swift: ".width(\(factor))")"
    case .frameSize: nil
    }
  }
}
