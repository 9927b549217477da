internal import Libav
internal import Raster

/// Pictures whose size or pixel aspect differs from the first one's. They are scaled to fit the
/// first and centred on it, like images of a folder.
final class OtherSizes {
  private let flat: PixelSize
  private let color: VideoColor
  private let peak: Double?
  /// The size of the first picture in stored pixels.
  private let stored: (width: Int, height: Int)
  /// The pixel aspect that the first picture itself states; nil if it states none, or if no picture
  /// was examined.
  private let shape: Rational?
  /// The pixel aspect from the container, which takes precedence.
  private let aspect: Rational
  /// A scaler for the most recent size.
  private var made:
    (size: PixelSize, rect: PixelRect, converter: SampleConverter, pool: PixelBuffer.Pool)?

  /// - Parameters:
  ///   - first: the first picture; nil if the size in the headers is certain.
  ///   - flat: its size with square pixels.
  init(
    _ facts: ClipDemuxer.Facts, like first: PictureShape?, on flat: PixelSize, _ color: VideoColor
  ) {
    self.flat = flat
    self.color = color
    peak = facts.peakLuminance
    stored = (first?.width ?? facts.width, first?.height ?? facts.height)
    shape = first?.pixelAspect
    aspect = facts.pixelAspect
  }

  /// The size of a picture with square pixels; nil if it has the format of the first.
  func size(of picture: Picture) -> PixelSize? {
    let own = shape == nil ? nil : picture.pixelAspect
    let isReshaped = own.map { $0 != shape } ?? false
    guard isReshaped || (picture.width, picture.height) != stored else { return nil }
    let size = PixelSize(
      squareWith: isReshaped ? own! : aspect, width: picture.width, height: picture.height)
    // Impossible pixel aspects would overflow.
    return PixelSize(width: min(size.width, 1 << 24), height: size.height)
  }

  /// Draws a picture of another size.
  ///
  /// - Throws: `LibavError`.
  func convert(_ picture: Picture, _ size: PixelSize, into target: PixelBuffer) throws {
    let (rect, converter, pool) = tools(for: size)
    let small = pool.take()
    small.contents = nil
    try converter.convert(picture, into: small.base)
    target.clear(PixelRect(flat))
    let (from, to) = (PixelPlane(small), PixelPlane(target).moved(x: rect.x, y: rect.y))
    for y in 0..<rect.height {
      to.row(y, from: 0).update(from: from.row(y, from: 0), count: rect.width)
    }
  }

  private func tools(
    for size: PixelSize
  ) -> (rect: PixelRect, converter: SampleConverter, pool: PixelBuffer.Pool) {
    if let made, made.size == size { return (made.rect, made.converter, made.pool) }
    let rect = PicturePlacement([flat], .contain).rect(of: size)
    let converter = SampleConverter(width: rect.width, height: rect.height, color, peak: peak)
    let pool = PixelBuffer.Pool(size: rect.size)
    made = (size, rect, converter, pool)
    return (rect, converter, pool)
  }
}
