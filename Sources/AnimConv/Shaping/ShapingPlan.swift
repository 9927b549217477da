package import Raster

/// What will be done to the size and the transparency of every frame: a pure function of what was
/// asked and of the canvas.
///
/// A frame loses its dither, is cropped, scaled, placed on the picture, and its alpha is laid out, in
/// this order.
/// Nothing here makes sides even for an encoder, except that ``AlphaMode/stacked`` and
/// ``AlphaMode/sideBySide`` pad each half along the side where they meet.
package struct ShapingPlan: Hashable, Sendable {
  /// Pixels that a side may have after scaling or laying out: what encoders and sheets take.
  package static let maxSide = PixelSize.maxOutputSide

  /// The size of the frames that come in.
  package let source: PixelSize
  /// The part of them that is kept.
  package let crop: PixelRect
  /// What the crop is scaled to, before anything that stands out is cut off.
  package let scaled: PixelSize
  /// How it is scaled; nil when its size stays.
  package let filter: ScaleFilter?
  /// One picture: all that is seen of one frame.
  package let picture: PixelSize
  /// Where the scaled crop's left edge lies on the picture: above 0 is padding (contain), below 0
  /// is cut off (cover).
  package let offsetX: Int
  /// Where the scaled crop's top edge lies on the picture.
  package let offsetY: Int
  /// What becomes of transparency.
  package let alpha: AlphaMode
  /// The colour under flattened transparency.
  package let matte: RGBColor
  /// Whether a pixel of a picture can have an alpha below 255 before the alpha is laid out.
  package let hasTransparency: Bool
  /// The picture with what makes both halves of a layout even along the side where they meet, so
  /// that no chroma sample of 4:2:0 belongs to both; repeats the last row or column, as often as a
  /// scale is large that the even one of scale 1 fits.
  package let half: PixelSize
  /// The size of the frames that go out.
  package let output: PixelSize
  /// What is taken out of the frames before anything else; nil when nothing is. It is known once frames
  /// have been looked at.
  package var dither: Dither?

  /// - Parameters:
  ///   - options: what was asked.
  ///   - source: the canvas, at least 1x1.
  ///   - hasAlpha: whether any pixel of any frame has an alpha below 255.
  ///   - defaultAlpha: what suits the output when the options do not name it.
  ///   - scale: of a picture that is so many times as large as another one.
  /// - Throws: ``ShapingError``, all cases but `frameSize`.
  package init(
    _ options: ShapingOptions, source: PixelSize, hasAlpha: Bool, defaultAlpha: AlphaMode = .keep,
    scale: Int = 1
  ) throws {
    let crop = options.crop ?? PixelRect(source)
    if crop.isEmpty { throw ShapingError.emptyCrop(crop) }
    guard PixelRect(source).contains(crop) else {
      throw ShapingError.cropOutside(crop: crop, source: source)
    }
    var target = try options.scale?.target(for: crop.size) ?? crop.size
    var isStretched = true
    if case .size = options.scale { isStretched = options.fit == .exact }
    let scaled = isStretched ? target : crop.size.scaled(to: target, fit: options.fit)
    if !isStretched, options.fit == .inside { target = scaled }

    self.source = source
    self.crop = crop
    self.scaled = scaled
    picture = target
    offsetX = (target.width - scaled.width) / 2
    offsetY = (target.height - scaled.height) / 2
    filter = try Self.filter(options, from: crop.size, to: scaled)
    alpha = options.alpha ?? defaultAlpha
    matte = options.matte
    let isPadded = scaled.width < target.width || scaled.height < target.height
    hasTransparency = hasAlpha || isPadded

    var half = target
    var output = target
    switch alpha {
    case .keep, .template, .matte, .pair, .mix: break
    case .stacked:
      half.height = half.height.roundedUp(toMultipleOf: 2 * scale)
      output = PixelSize(width: half.width, height: half.height * 2)
    case .sideBySide:
      half.width = half.width.roundedUp(toMultipleOf: 2 * scale)
      output = PixelSize(width: half.width * 2, height: half.height)
    }
    self.half = half
    self.output = output
    if output != source && max(output.width, output.height) > Self.maxSide {
      // A crop alone makes nothing larger, so what was read may stay as large as it is.
      let isOnlyCropped = options.scale == nil && output == crop.size
      if !isOnlyCropped { throw ShapingError.tooLarge(size: output, allowed: Self.maxSide) }
    }
  }

  /// How many outputs there are: 2 for ``AlphaMode/pair``, otherwise 1.
  package var outputCount: Int { alpha == .pair ? 2 : 1 }

  /// Whether a pixel that goes out can have an alpha below 255.
  package var outputHasAlpha: Bool {
    (alpha == .keep || alpha == .template) && hasTransparency
  }

  /// Whether frames pass untouched.
  package var isIdentity: Bool { dither == nil && onlyUndithers }

  /// Whether nothing but dither is taken out of frames.
  var onlyUndithers: Bool {
    crop == PixelRect(source) && filter == nil && picture == source
      && (alpha == .keep || (alpha == .matte && !hasTransparency))
  }

  private static func filter(
    _ options: ShapingOptions, from old: PixelSize, to new: PixelSize
  ) throws -> ScaleFilter? {
    if case .pixelFactor(let factor) = options.scale {
      if let filter = options.filter, filter != .nearest {
        throw ShapingError.filterConflict(factor: factor, filter: filter)
      }
      return new == old ? nil : .nearest
    }
    return new == old ? nil : options.filter ?? .suited(from: old, to: new)
  }
}

extension ScaleRequest {
  /// The size that a picture of `size` shall have; halves round up, and no side goes below 1.
  fileprivate func target(for size: PixelSize) throws -> PixelSize {
    let target: PixelSize
    switch self {
    case .factor(let numerator, let denominator) where numerator < 1 || denominator < 1:
      throw ShapingError.emptyScale(self)
    case .pixelFactor(let number) where number < 1, .width(let number) where number < 1,
      .height(let number) where number < 1:
      throw ShapingError.emptyScale(self)
    case .factor(let numerator, let denominator):
      target = PixelSize(
        width: size.width.times(numerator, over: denominator),
        height: size.height.times(numerator, over: denominator))
    case .pixelFactor(let factor):
      target = PixelSize(
        width: size.width.times(factor, over: 1), height: size.height.times(factor, over: 1))
    case .size(let asked):
      if asked.width < 1 || asked.height < 1 { throw ShapingError.emptyScale(self) }
      target = asked
    case .width(let width):
      target = PixelSize(width: width, height: size.height.times(width, over: size.width))
    case .height(let height):
      target = PixelSize(width: size.width.times(height, over: size.height), height: height)
    }
    if max(target.width, target.height) > ShapingPlan.maxSide {
      if case .factor(let factor, 1) = self, factor > Self.maxPixelFactor,
        factor <= ShapingPlan.maxSide
      {
        throw ShapingError.factorTooLarge(factor, size: target, allowed: ShapingPlan.maxSide)
      }
      throw ShapingError.tooLarge(size: target, allowed: ShapingPlan.maxSide)
    }
    return target
  }
}

extension PixelSize {
  /// This size scaled in proportion until it just fits into `target` (contain, inside) or just
  /// fills it (cover).
  fileprivate func scaled(to target: PixelSize, fit: Fit) -> PixelSize {
    let isWider = width * target.height >= height * target.width
    let fills = fit == .cover
    if isWider != fills {
      let followed = height.times(target.width, over: width)
      return PixelSize(
        width: target.width,
        height: fills ? max(followed, target.height) : min(followed, target.height))
    }
    let followed = width.times(target.height, over: height)
    return PixelSize(
      width: fills ? max(followed, target.width) : min(followed, target.width),
      height: target.height)
  }
}

extension Int {
  /// `self * numerator / denominator`, halves rounded up, at least 1; the largest number where it is
  /// none that an `Int` holds.
  fileprivate func times(_ numerator: Int, over denominator: Int) -> Int {
    let product = 2 * Int128(self) * Int128(numerator) + Int128(denominator)
    return Swift.max(1, Int(clamping: product / (2 * Int128(denominator))))
  }

  fileprivate func roundedUp(toMultipleOf step: Int) -> Int { (self + step - 1) / step * step }
}
