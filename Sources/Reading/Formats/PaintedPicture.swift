internal import Raster
internal import Stages

/// A picture whose decoder draws frames on a canvas.
struct PaintedPicture: StillCoding {
  let kind: InputKind
  let open: @Sendable (ByteSource, ReadingOptions) throws -> any FramePainter

  static func == (left: PaintedPicture, right: PaintedPicture) -> Bool { left.kind == right.kind }

  func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  func metadata(in source: ByteSource, options: ReadingOptions) throws -> SourceInfo.Metadata {
    try open(source, options).info.metadata
  }

  func decode(
    _ still: StillPicture, from source: ByteSource, by reader: StillPictureReader,
    into pool: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let painter = try open(source, reader.options)
    let (stored, orientation) = (painter.info.size, painter.orientation)
    guard orientation.upright(stored) == still.size, painter.info.frames.count == 1 else {
      throw still.changed
    }
    painter.handsOnWide = reader.handsOnWide
    var canvas = Canvas(pool: orientation.isIdentity ? pool : PixelBuffer.Pool(size: stored))
    let frame = try painter.draw(0, on: &canvas)
    let warnings = painter.info.warnings + painter.warnings
    if orientation.isIdentity { return (frame.pixels, warnings) }
    let turned = pool.take()
    turned.contents = nil
    orientation.turn(frame.pixels, into: turned)
    turned.wide = frame.pixels.wide.map(orientation.turned)
    return (turned, warnings)
  }
}

extension StillPicture {
  /// Surveys a file whose survey is quick.
  convenience init(
    _ picture: PaintedPicture, _ source: ByteSource, _ options: ReadingOptions
  ) throws {
    let painter = try picture.open(source, options)
    let info = painter.info
    try self.init(
      picture, size: painter.orientation.upright(info.size),
      hasTransparency: info.alpha != .absent, sampleDepth: info.sampleDepth,
      frameCount: info.frames.count, decodingBytes: painter.decodingBytes, limits: options.limits)
  }
}
