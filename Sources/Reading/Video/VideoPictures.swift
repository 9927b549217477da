internal import Libav
internal import Messages
internal import Raster
internal import Stages

/// Converts decoded pictures to RGBA, upright, with square pixels.
struct VideoPictures {
  /// The size of the results.
  let size: PixelSize
  /// Whether pictures can be transparent.
  let mayHaveAlpha: Bool

  private let converter: SampleConverter
  /// nil if pictures keep their orientation.
  private let deinterlacer: Deinterlacer?
  /// The number of pictures of 32 bits a pixel in addition to the results.
  let heldPictures: Int
  let orientation: PictureOrientation
  /// Whether pictures carry their samples instead of pixels if possible.
  var handsOnSamples = false
  /// Whether pictures carry all bits of their samples if possible.
  var handsOnWide = false
  private let wide: WidePictures
  /// nil unless the high dynamic range is kept.
  private let sampler: DeepSampler?
  /// The size before rotation.
  private let flat: PixelSize
  private let pool: PixelBuffer.Pool
  /// Holds a picture before its rotation.
  private let scratch: PixelBuffer.Pool
  private let color: VideoColor
  /// The colours that the file states.
  private let tags: ColorTags.Names
  private let others: OtherSizes

  /// - Throws: ``ReadingError`` if the rotation is not a multiple of 90 degrees or the size exceeds
  ///   the limits.
  init(
    _ facts: ClipDemuxer.Facts, _ color: VideoColor,
    _ deinterlacing: ReadingOptions.Video.Deinterlacing,
    like first: PictureShape? = nil, limits: ReadingLimits
  ) throws {
    guard let turns = facts.quarterTurns else {
      throw ReadingError.unsupported(
        detail: "the video is rotated by an angle that is not a multiple of 90 degrees",
        remedy: "rotate it in a video editor first")
    }
    orientation = PictureOrientation(quarterTurns: turns, isMirrored: facts.isMirrored)
    flat = try Self.squarePixels(facts, limits: limits)
    size = orientation.upright(flat)
    pool = PixelBuffer.Pool(size: size)
    scratch = PixelBuffer.Pool(size: flat)
    deinterlacer = deinterlacing == .auto ? Deinterlacer() : nil
    self.color = color
    tags = facts.color
    mayHaveAlpha = Self.storesAlpha(facts) || facts.choosesLayoutOften
    others = OtherSizes(facts, like: first, on: flat, color)
    converter = SampleConverter(
      width: flat.width, height: flat.height, color, peak: facts.peakLuminance)
    wide = WidePictures(color, peak: facts.peakLuminance, size: flat)
    heldPictures = SampleConverter.heldPictures(color)
    sampler =
      color.isKept
      ? DeepSampler(
        width: flat.width, height: flat.height, matrix: color.matrix,
        isFullRange: color.isFullRange) : nil
    if color.isKept, !orientation.isIdentity, flat.width % 2 + flat.height % 2 > 0 {
      throw ReadingError.unsupported(
        detail: "the video is turned and has odd sides, so its samples cannot be kept",
        remedy: "choose \(.hdr, case: ReadingOptions.HighDynamicRange.tonemap.rawValue)")
    }
  }

  /// Whether the stream of a video stores alpha separately.
  static func storesAlpha(_ facts: ClipDemuxer.Facts) -> Bool {
    facts.hasAlphaFormat || (facts.declaresAlpha && ["vp8", "vp9"].contains(facts.codec))
  }

  /// The size of a picture if it differs from the first one's.
  func otherSize(of picture: Picture) -> PixelSize? { others.size(of: picture) }

  /// The pixels of a picture. A picture of another size is scaled to fit the first, and the rest is
  /// transparent.
  ///
  /// - Throws: ``ReadingError``, `LibavError`.
  func pixels(of picture: Picture) throws -> PixelBuffer {
    let other = otherSize(of: picture)
    let picture = try deinterlacer?.progressive(picture) ?? picture
    let target = pool.take()
    target.contents = nil
    if let other, sampler != nil {
      throw ReadingError.unsupported(
        detail:
          "the size of the pictures changes to \(other) within the video, so its samples cannot "
          + "be kept",
        remedy: "choose \(.hdr, case: ReadingOptions.HighDynamicRange.tonemap.rawValue)")
    }
    if other == nil, handsOnSamples, let plain = plain(picture) {
      target.plain = plain
      return target
    }
    func convert(into buffer: PixelBuffer) throws {
      if let other { return try others.convert(picture, other, into: buffer) }
      try converter.convert(picture, into: buffer.base)
    }
    if orientation.isIdentity {
      try convert(into: target)
    } else {
      let stored = scratch.take()
      try convert(into: stored)
      orientation.turn(stored, into: target)
    }
    if mayHaveAlpha || picture.hasAlpha { target.clearTransparentColors() }
    if handsOnWide, other == nil {
      target.wide = wide.picture(of: picture).map(orientation.turned)
    }
    target.deep = try sampler.map { try upright($0.samples(of: picture)) }
    return target
  }

  /// The colours of the samples of such pictures; nil if they cannot be passed on.
  ///
  /// - Throws: `LibavError`.
  func samplesColor(of picture: Picture) throws -> StoredColor? {
    let picture = try deinterlacer?.progressive(picture) ?? picture
    guard !mayHaveAlpha, plain(picture) != nil, picture.colorNames == tags else { return nil }
    return StoredColor(color, picture.colorTags, orientation)
  }

  /// Stored samples of 8 bits as an upright picture; nil if they are scaled or stored differently,
  /// or if rotation would move chroma between samples.
  private func plain(_ picture: Picture) -> PlainPicture? {
    guard picture.width == flat.width, picture.height == flat.height,
      orientation.isIdentity || flat.width % 2 + flat.height % 2 == 0,
      let planes = picture.plainSamples
    else { return nil }
    return upright(planes)
  }

  /// Stored samples as an upright picture.
  private func upright<Sample>(
    _ planes: (luma: [Sample], blue: [Sample], red: [Sample])
  ) -> StoredPicture<Sample> {
    guard !orientation.isIdentity else {
      return StoredPicture(size: size, luma: planes.luma, blue: planes.blue, red: planes.red)
    }
    let half = PixelSize(width: flat.width / 2, height: flat.height / 2)
    return StoredPicture(
      size: size, luma: orientation.turned(planes.luma, flat),
      blue: orientation.turned(planes.blue, half), red: orientation.turned(planes.red, half))
  }

  /// The size with square pixels and the same height.
  private static func squarePixels(
    _ facts: ClipDemuxer.Facts, limits: ReadingLimits
  ) throws -> PixelSize {
    guard facts.width > 0, facts.height > 0 else {
      throw ReadingError.malformed(detail: "the video has no size", frame: nil, byteOffset: nil)
    }
    let size = PixelSize(
      squareWith: facts.pixelAspect, width: facts.width, height: facts.height)
    try limits.check(canvas: size)
    return size
  }
}

extension PixelSize {
  /// The size of stored pixels as square ones, with the same height.
  ///
  /// - Parameter aspect: the width of a stored pixel divided by its height; positive.
  init(squareWith aspect: Rational, width: Int, height: Int) {
    let product = width.multipliedReportingOverflow(by: Int(aspect.numerator))
    let denominator = Int(aspect.denominator)
    self.init(
      width: product.overflow
        ? Int.max : max(1, (product.partialValue + denominator / 2) / denominator),
      height: height)
  }
}
