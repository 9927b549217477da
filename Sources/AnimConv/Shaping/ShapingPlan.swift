package import Raster

/// The changes to the size and transparency of every frame: a pure function of the request and the
/// canvas.
///
/// Dithering is removed, then the frame is cropped, scaled and placed on the image, and its alpha
/// is laid out, in this order. Sides are not made even for encoders here, except that
/// ``Conversion/Shaping/Alpha/stacked`` and ``Conversion/Shaping/Alpha/sideBySide`` pad each half
/// along the side where they meet.
package struct ShapingPlan: Hashable, Sendable {
  /// The longest side in pixels after scaling or laying out: the limit of encoders and sheets.
  package static let maxSide = PixelSize.maxOutputSide

  /// The size of input frames.
  package internal(set) var source: PixelSize
  /// The kept part of them.
  package internal(set) var crop: PixelRect
  /// The size of the scaled crop, before the excess is cut off.
  package let scaled: PixelSize
  /// The scaling filter; nil if the size does not change.
  package internal(set) var filter: ScaleFilter?
  /// The image: everything visible of one frame.
  package let picture: PixelSize
  /// The left edge of the scaled crop on the image: positive values are padding (contain), negative
  /// values are cut off (cover).
  package let offsetX: Int
  /// The top edge of the scaled crop on the image.
  package let offsetY: Int
  /// The handling of transparency.
  package let alpha: Conversion.Shaping.Alpha
  /// The background of flattened transparency.
  package let matte: RGBColor
  /// Whether a pixel can have an alpha below 255 before the alpha is laid out.
  package let hasTransparency: Bool
  /// The image with padding that makes both halves of a layout even along the side where they meet,
  /// so that no 4:2:0 chroma sample belongs to both. The padding repeats the last row or column,
  /// scaled so that it matches the even padding of scale 1.
  package let half: PixelSize
  /// The size of output frames.
  package let output: PixelSize
  /// The dithering to remove first; nil if there is none. It is known once frames were examined.
  package var dither: Dither?
  /// Whether frames come with drawings that are exact at every size.
  package var isVector = false
  /// Whether the request specifies how to scale, so that drawings are scaled like other pictures.
  let namesFilter: Bool

  /// - Parameters:
  ///   - options: the request.
  ///   - source: the canvas, at least 1x1.
  ///   - hasAlpha: whether any pixel of any frame has an alpha below 255.
  ///   - defaultAlpha: the output's default, if the options have none.
  ///   - scale: the scale relative to another image.
  /// - Throws: ``ShapingError``, all cases except `frameSize`.
  package init(
    _ options: Conversion.Shaping, source: PixelSize, hasAlpha: Bool,
    defaultAlpha: Conversion.Shaping.Alpha = .keep,
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
    if case .pixelFactor = options.scale {
      namesFilter = true
    } else {
      namesFilter = options.filter != nil
    }
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
      // A crop alone enlarges nothing, so the input may keep its size.
      let isOnlyCropped = options.scale == nil && output == crop.size
      if !isOnlyCropped { throw ShapingError.tooLarge(size: output, allowed: Self.maxSide) }
    }
  }

  /// The number of outputs: 2 for ``Conversion/Shaping/Alpha/pair``, otherwise 1.
  package var outputCount: Int { alpha == .pair ? 2 : 1 }

  /// Whether an output pixel can have an alpha below 255.
  package var outputHasAlpha: Bool {
    (alpha == .keep || alpha == .template) && hasTransparency
  }

  /// Whether frames pass unchanged.
  package var isIdentity: Bool { dither == nil && onlyUndithers }

  /// Whether removing dithering is the only change.
  var onlyUndithers: Bool {
    crop == PixelRect(source) && filter == nil && picture == source
      && (alpha == .keep || (alpha == .matte && !hasTransparency))
  }

  private static func filter(
    _ options: Conversion.Shaping, from old: PixelSize, to new: PixelSize
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

extension Conversion.Shaping.Scale {
  /// The requested size of an image of `size`; halves round up, and each side is at least 1.
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
  fileprivate func scaled(to target: PixelSize, fit: Conversion.Shaping.Fit) -> PixelSize {
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
  /// `self * numerator / denominator`, halves rounded up, at least 1; limited to the largest `Int`.
  fileprivate func times(_ numerator: Int, over denominator: Int) -> Int {
    let product = 2 * Int128(self) * Int128(numerator) + Int128(denominator)
    return Swift.max(1, Int(clamping: product / (2 * Int128(denominator))))
  }

  fileprivate func roundedUp(toMultipleOf step: Int) -> Int { (self + step - 1) / step * step }
}
