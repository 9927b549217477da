internal import Libav
internal import Messages
internal import Raster
internal import Stages

/// Makes pixels of decoded pictures: RGBA, upright, with square pixels.
struct VideoPictures {
  /// Of what is made.
  let size: PixelSize
  /// Whether pictures can be transparent.
  let hasAlphaPlane: Bool

  private let converter: SampleConverter
  /// Nil where pictures stay as they are.
  private let deinterlacer: Deinterlacer?
  /// How many pictures of 32 bits a pixel are held besides the results.
  let heldPictures: Int
  let orientation: PictureOrientation
  /// Whether pictures come with their samples instead of pixels where they can.
  var handsOnSamples = false
  /// Nil where high dynamic range is not kept.
  private let sampler: DeepSampler?
  /// The size before turning.
  private let flat: PixelSize
  private let pool: PixelBufferPool
  /// Holds a picture before it is turned.
  private let scratch: PixelBufferPool
  private let isFullRange: Bool
  private let color: VideoColor
  /// What the file says of colours.
  private let tags: ColorTags.Names

  /// - Throws: ``ReadingError``: the video is turned by an odd angle or over the limits.
  init(
    _ facts: ClipDemuxer.Facts, _ color: VideoColor, _ deinterlacing: Deinterlacing,
    limits: ReadingLimits
  ) throws {
    guard let turns = facts.quarterTurns else {
      throw ReadingError.unsupported(
        detail: "the video is rotated by an angle that is not a multiple of 90 degrees",
        remedy: "rotate it in a video editor first")
    }
    orientation = PictureOrientation(quarterTurns: turns, isMirrored: facts.isMirrored)
    flat = try Self.squarePixels(facts, limits: limits)
    size = orientation.upright(flat)
    pool = PixelBufferPool(size: size)
    scratch = PixelBufferPool(size: flat)
    deinterlacer = deinterlacing == .auto ? Deinterlacer() : nil
    isFullRange = color.isFullRange
    self.color = color
    tags = facts.color
    hasAlphaPlane =
      facts.hasAlphaFormat || (facts.declaresAlpha && ["vp8", "vp9"].contains(facts.codec))
    converter = SampleConverter(
      width: flat.width, height: flat.height, color, peak: facts.peakLuminance)
    heldPictures = SampleConverter.heldPictures(color)
    sampler =
      color.isKept
      ? DeepSampler(
        width: flat.width, height: flat.height, matrix: color.matrix,
        isFullRange: color.isFullRange) : nil
    if color.isKept, !orientation.isIdentity, flat.width % 2 + flat.height % 2 > 0 {
      throw ReadingError.unsupported(
        detail: "the video is turned and has odd sides, so its samples cannot be kept",
        remedy: "choose \(setting: "hdr", case: HighDynamicRange.tonemap.rawValue)")
    }
  }

  /// The pixels of a picture.
  ///
  /// - Throws: `LibavError`.
  func pixels(of picture: Picture) throws -> PixelBuffer {
    let picture = try deinterlacer?.progressive(picture) ?? picture
    let target = pool.take()
    target.contents = nil
    if handsOnSamples, let plain = plain(picture) {
      target.plain = plain
      return target
    }
    if orientation.isIdentity {
      try converter.convert(picture, into: target.base)
    } else {
      let stored = scratch.take()
      try converter.convert(picture, into: stored.base)
      stored.base.withMemoryRebound(to: UInt32.self, capacity: flat.area) { from in
        target.base.withMemoryRebound(to: UInt32.self, capacity: flat.area) { to in
          orientation.turn(from, flat, into: to)
        }
      }
    }
    if hasAlphaPlane { target.clearTransparentColors() }
    target.deep = try sampler.map { try upright($0.samples(of: picture)) }
    return target
  }

  /// An opaque black picture.
  func black() -> PixelBuffer {
    let blank = pool.take()
    blank.contents = nil
    blank.clear(PixelRect(size))
    for pixel in 0..<size.area { blank.base[pixel * 4 + 3] = 255 }
    if sampler != nil {
      let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
      blank.deep = DeepPicture(
        size: size, luma: Array(repeating: isFullRange ? 0 : 64, count: size.area),
        blue: Array(repeating: 512, count: chroma), red: Array(repeating: 512, count: chroma))
    }
    return blank
  }

  /// What the samples of pictures like this one say of colours; nil where they cannot be handed on.
  ///
  /// - Throws: `LibavError`.
  func samplesColor(of picture: Picture) throws -> StoredColor? {
    let picture = try deinterlacer?.progressive(picture) ?? picture
    guard !hasAlphaPlane, plain(picture) != nil, picture.colorNames == tags else { return nil }
    return StoredColor(color, picture.colorTags, orientation)
  }

  /// Stored samples of 8 bits as an upright picture; nil where they are scaled, stored in another way, or
  /// chroma would come to lie between others.
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

  /// The size with square pixels: the height stays.
  private static func squarePixels(
    _ facts: ClipDemuxer.Facts, limits: ReadingLimits
  ) throws -> PixelSize {
    guard facts.width > 0, facts.height > 0 else {
      throw ReadingError.malformed(detail: "the video has no size", frame: nil, byteOffset: nil)
    }
    let aspect = facts.pixelAspect
    let product = facts.width.multipliedReportingOverflow(by: Int(aspect.numerator))
    let width =
      product.overflow
      ? Int.max
      : max(1, (product.partialValue + Int(aspect.denominator) / 2) / Int(aspect.denominator))
    let size = PixelSize(width: width, height: facts.height)
    try limits.check(canvas: size)
    return size
  }
}
