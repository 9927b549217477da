extension PixelSize {
  /// The largest size of the same shape, rounded, that fits `bounds`; nil if this size fits.
  package func reduced(toFit bounds: PixelSize) -> PixelSize? {
    precondition(bounds.width > 0 && bounds.height > 0, "bounds have an area")
    if width <= bounds.width && height <= bounds.height { return nil }
    // The side that has to shrink more sets the factor; the other is rounded.
    if width * bounds.height >= height * bounds.width {
      let rounded = (height * bounds.width * 2 + width) / (width * 2)
      return PixelSize(width: bounds.width, height: min(max(1, rounded), bounds.height))
    }
    let rounded = (width * bounds.height * 2 + height) / (height * 2)
    return PixelSize(width: min(max(1, rounded), bounds.width), height: bounds.height)
  }
}

extension PixelBuffer {
  /// The picture reduced to fit `bounds`, with the same shape; the picture itself if it fits.
  ///
  /// With ``ScaleFilter/area``, each new pixel is the mean of its area, and exact halves are
  /// rounded up.
  package func reduced(toFit bounds: PixelSize, filter: ScaleFilter = .area) -> PixelBuffer {
    guard let smaller = size.reduced(toFit: bounds) else { return self }
    let result = PixelBuffer.Pool(size: smaller).take()
    let whole = PixelRect(smaller)
    let scaler: any PictureScaler =
      switch filter {
      case .nearest: NearestScaler(from: size, to: smaller, visible: whole)
      case .area: Resampler(.area, from: size, to: smaller, visible: whole, halves: .up)
      default: Resampler(filter, from: size, to: smaller, visible: whole)
      }
    scaler.draw(whole, from: PixelPlane(self), to: PixelPlane(result))
    return result
  }
}
