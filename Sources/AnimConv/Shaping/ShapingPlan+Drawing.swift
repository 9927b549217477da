internal import Raster
internal import Stages

extension ShapingPlan {
  /// The size at which drawings are requested instead of the source's, and the plan for these
  /// drawings; nil if pixels are scaled.
  ///
  /// If the proportions stay the same, no scaling is left to do. Otherwise the drawing is a whole
  /// factor larger than the source, so that scaling never enlarges.
  var drawn: ShapingPlan? {
    guard isVector, filter != nil, !namesFilter, dither == nil else { return nil }
    return proportional ?? stretched
  }

  /// The largest number of pixels of a drawing, relative to the source or to the scaled crop,
  /// whichever is larger.
  private static let mostGrowth = 4

  private func with(
    source: PixelSize, crop: PixelRect, filter: ScaleFilter?
  ) -> ShapingPlan? {
    let most = Self.mostGrowth * max(self.source.area, scaled.area)
    guard max(source.width, source.height) <= ReadingLimits().maxSide, source.area <= most else {
      return nil
    }
    var plan = self
    plan.isVector = false
    plan.source = source
    plan.crop = crop
    plan.filter = filter
    return plan
  }

  private var proportional: ShapingPlan? {
    let (from, to) = (crop.size, scaled)
    let (wide, high) = (to.width * from.height, to.height * from.width)
    if wide == high {
      // The crop must begin and end between two pixels.
      let numbers = [source.width, crop.x].map { $0 * to.width }
      let others = [source.height, crop.y].map { $0 * to.height }
      guard numbers.allSatisfy({ $0 % from.width == 0 }),
        others.allSatisfy({ $0 % from.height == 0 })
      else { return nil }
      let size = PixelSize(width: numbers[0] / from.width, height: others[0] / from.height)
      let rect = PixelRect(
        x: numbers[1] / from.width, y: others[1] / from.height, width: to.width, height: to.height)
      return with(source: size, crop: rect, filter: nil)
    }
    // A side that was rounded down is cut by less than a pixel, because a seam at the edge would be
    // transparent. The drawing is centred.
    guard crop == PixelRect(source) else { return nil }
    let excess =
      wide < high
      ? to.height * from.width - to.width * from.height
      : to.width * from.height - to.height * from.width
    guard excess <= (wide < high ? from.height : from.width) else { return nil }
    let seam = 1
    return wide < high
      ? with(
        source: PixelSize(width: to.width + 2 * seam, height: to.height),
        crop: PixelRect(x: seam, y: 0, width: to.width, height: to.height), filter: nil)
      : with(
        source: PixelSize(width: to.width, height: to.height + 2 * seam),
        crop: PixelRect(x: 0, y: seam, width: to.width, height: to.height), filter: nil)
  }

  private var stretched: ShapingPlan? {
    let factor = max(
      (scaled.width + crop.width - 1) / crop.width, (scaled.height + crop.height - 1) / crop.height)
    let part = PixelRect(
      x: crop.x * factor, y: crop.y * factor, width: crop.width * factor,
      height: crop.height * factor)
    return with(
      source: source.scaled(by: factor), crop: part,
      filter: part.size == scaled ? nil : .suited(from: part.size, to: scaled))
  }
}
