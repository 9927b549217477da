internal import Libav
internal import Raster

/// Pictures of a video that have another size than the first one, or pixels of another shape: scaled to
/// fit the first and centred on it, as pictures of a folder are.
final class OtherSizes {
  private let flat: PixelSize
  private let color: VideoColor
  private let peak: Double?
  /// Stored pixels of the first picture.
  private let stored: (width: Int, height: Int)
  /// The shape of its pixels, as the picture itself says it; nil when it does not, or when no picture was
  /// looked at.
  private let shape: Rational?
  /// The same by the container, which knows better.
  private let aspect: Rational
  /// For the size that came last.
  private var made:
    (size: PixelSize, rect: PixelRect, converter: SampleConverter, pool: PixelBufferPool)?

  /// - Parameters:
  ///   - first: the first picture; nil where the headers' size is certain.
  ///   - flat: its size with square pixels.
  init(_ facts: ClipDemuxer.Facts, like first: Picture?, on flat: PixelSize, _ color: VideoColor) {
    self.flat = flat
    self.color = color
    peak = facts.peakLuminance
    stored = (first?.width ?? facts.width, first?.height ?? facts.height)
    shape = first?.pixelAspect
    aspect = facts.pixelAspect
  }

  /// The size of a picture with square pixels; nil for those that are like the first.
  func size(of picture: Picture) -> PixelSize? {
    let own = shape == nil ? nil : picture.pixelAspect
    let isReshaped = own.map { $0 != shape } ?? false
    guard isReshaped || (picture.width, picture.height) != stored else { return nil }
    let size = PixelSize(
      squareWith: isReshaped ? own! : aspect, width: picture.width, height: picture.height)
    // Shapes that no picture has would not multiply.
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
  ) -> (rect: PixelRect, converter: SampleConverter, pool: PixelBufferPool) {
    if let made, made.size == size { return (made.rect, made.converter, made.pool) }
    let rect = PicturePlacement([flat], .contain).rect(of: size)
    let converter = SampleConverter(width: rect.width, height: rect.height, color, peak: peak)
    let pool = PixelBufferPool(size: rect.size)
    made = (size, rect, converter, pool)
    return (rect, converter, pool)
  }
}
