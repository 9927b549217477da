internal import Raster
internal import Stages

/// A picture whose decoder makes whole frames.
struct FramedPicture: StillCoding {
  let kind: InputKind
  let open: @Sendable (ByteSource, ReadingOptions) throws -> any FrameSource

  static func == (left: FramedPicture, right: FramedPicture) -> Bool { left.kind == right.kind }

  func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  func metadata(in source: ByteSource, options: ReadingOptions) throws -> SourceInfo.Metadata {
    try open(source, options).info.metadata
  }

  func decode(
    _ still: StillPicture, from source: ByteSource, by reader: StillPictureReader,
    into pool: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let frames = try open(source, reader.options)
    (frames as? any WideSource)?.handsOnWide = reader.handsOnWide
    guard frames.info.size == still.size, frames.info.frames.count == 1,
      let frame = try frames.next()
    else { throw still.changed }
    let picture = pool.take()
    picture.contents = nil
    picture.copy(PixelRect(still.size), from: frame.pixels)
    picture.wide = frame.pixels.wide
    return (picture, frames.info.warnings + frames.warnings)
  }
}

extension StillPicture {
  /// Surveys a file whose survey is quick.
  convenience init(
    _ picture: FramedPicture, _ source: ByteSource, _ options: ReadingOptions
  ) throws {
    let frames = try picture.open(source, options)
    try self.init(
      picture, size: frames.info.size, hasTransparency: frames.info.alpha != .absent,
      sampleDepth: frames.info.sampleDepth, frameCount: frames.info.frames.count,
      decodingBytes: frames.decodingBytes, limits: options.limits)
  }
}
