internal import Raster
internal import Stages

/// Decodes image files one at a time into buffers of a pool.
final class StillPictureReader {
  private let options: ReadingOptions
  /// For images whose size differs from the frames'.
  private var other: PixelBufferPool?
  private var jpeg: JPEGPainter?
  private var coded: CodedPictureDecoder?
  /// Whether pictures with more than 8 bits a sample come with all of them: ``PixelBuffer/wide``.
  var handsOnWide = false

  init(options: ReadingOptions) {
    self.options = options
  }

  /// Decodes a picture.
  ///
  /// - Parameter shared: provides images of its size.
  /// - Returns: the image in its own size, with the tolerated damage.
  /// - Throws: ``ReadingError``; malformed if the file changed after the survey.
  func read(
    _ still: StillPicture, from source: ByteSource, pool shared: PixelBufferPool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let pool = pool(for: still.size, shared: shared)
    switch still.format {
    case .png: return try draw(PNGPainter(source, options: options), still, pool)
    case .composed(let kind):
      guard let painter = try openPainter(kind, source, options: options) else {
        throw changed(still.size)
      }
      return try draw(painter, still, pool)
    case .avif: return try readAVIF(still, from: source, pool: pool)
    case .jxl: return try readJXL(still, from: source, pool)
    case .jpeg, .coded:
      let (picture, warnings) = try readWhole(still, from: source, pool: pool)
      return (picture, warnings + [try still.trailing(in: source)].compactMap(\.self))
    }
  }

  /// Decodes an image of a format whose files are in memory as a whole; trailing bytes are not
  /// reported.
  ///
  /// - Parameter pool: provides images of its size.
  /// - Throws: ``ReadingError``.
  func readWhole(
    _ still: StillPicture, from source: ByteSource, pool: PixelBufferPool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    switch still.format {
    case .jpeg(let header): return try readJPEG(header, still, from: source, pool: pool)
    case .coded(let header): return try readCoded(header, still, from: source, pool: pool)
    case .png, .composed, .avif, .jxl: preconditionFailure("decoded in ways of their own")
    }
  }

  private func readAVIF(
    _ still: StillPicture, from source: ByteSource, pool: PixelBufferPool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let avif = try AVIFSource(source, options: options)
    avif.handsOnWide = handsOnWide
    guard avif.orientation.upright(avif.info.size) == still.size, let frame = try avif.next() else {
      throw changed(still.size)
    }
    let target = pool.take()
    target.contents = nil
    avif.orientation.turn(frame.pixels, into: target)
    target.wide = frame.pixels.wide.map(avif.orientation.turned)
    return (target, avif.info.warnings + avif.warnings)
  }

  private func readCoded(
    _ header: CodedHeader, _ still: StillPicture, from source: ByteSource, pool: PixelBufferPool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let (bytes, isDamaged) =
      try header.kind == .tiff
      ? TIFFDirectory.pages(ByteReader(source))[0]
        .alone(ByteReader(source), limit: CodedPictureDecoder.maxFileBytes)
      : (whole(source, still), false)
    let decoder = try coded ?? CodedPictureDecoder()
    coded = decoder
    decoder.handsOnWide = handsOnWide
    let target = pool.take()
    var warnings = try decoder.draw(header, bytes: bytes, into: target)
    if isDamaged, !warnings.contains(where: \.kind.isDamage) {
      warnings.append(
        ReadingWarning(
          kind: .damagedFrame, detail: "samples of the TIFF are missing or damaged"))
    }
    if options.isStrict, let damage = warnings.first(where: \.kind.isDamage) {
      throw ReadingError.damaged(damage)
    }
    return (target, warnings)
  }

  private func whole(_ source: ByteSource, _ still: StillPicture) throws -> [UInt8] {
    guard source.byteCount <= CodedPictureDecoder.maxFileBytes,
      let bytes = try source.span(at: 0, count: Int(source.byteCount))
    else { throw changed(still.size) }
    return bytes
  }

  private func readJPEG(
    _ header: JPEGHeader, _ still: StillPicture, from source: ByteSource, pool: PixelBufferPool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let bytes = try whole(source, still)
    let painter = try jpeg ?? JPEGPainter()
    jpeg = painter
    let target = pool.take()
    let colors = PictureColors(
      ICCProfile(inJPEG: bytes).map { .profile($0) }, for: header.samples)
    let warning = try painter.draw(
      header, bytes: bytes, conversion: colors.conversion, into: target)
    if let warning, options.isStrict { throw ReadingError.damaged(warning) }
    return (target, [colors.warning, warning].compactMap { $0 })
  }

  private func readJXL(
    _ still: StillPicture, from source: ByteSource, _ pool: PixelBufferPool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let found = try openFrames(.jxl, source, options: options)
    (found as? any WideSource)?.handsOnWide = handsOnWide
    guard let frames = found, frames.info.size == still.size, frames.info.frames.count == 1,
      let frame = try frames.next()
    else { throw changed(still.size) }
    let picture = pool.take()
    picture.contents = nil
    picture.copy(PixelRect(still.size), from: frame.pixels)
    picture.wide = frame.pixels.wide
    return (picture, frames.info.warnings + frames.warnings)
  }

  private func draw(
    _ painter: any FramePainter, _ still: StillPicture, _ pool: PixelBufferPool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let (stored, orientation) = (painter.info.size, painter.orientation)
    guard orientation.upright(stored) == still.size, painter.info.frames.count == 1 else {
      throw changed(still.size)
    }
    painter.handsOnWide = handsOnWide
    var canvas = Canvas(pool: orientation.isIdentity ? pool : PixelBufferPool(size: stored))
    let frame = try painter.draw(0, on: &canvas)
    let warnings = painter.info.warnings + painter.warnings
    if orientation.isIdentity { return (frame.pixels, warnings) }
    let turned = pool.take()
    turned.contents = nil
    orientation.turn(frame.pixels, into: turned)
    turned.wide = frame.pixels.wide.map(orientation.turned)
    return (turned, warnings)
  }

  private func changed(_ size: PixelSize) -> ReadingError {
    .malformed(
      detail: "the file is no longer the single picture of \(size) that it was", frame: nil,
      byteOffset: nil)
  }

  private func pool(for size: PixelSize, shared: PixelBufferPool) -> PixelBufferPool {
    if shared.size == size { return shared }
    if let other, other.size == size { return other }
    let made = PixelBufferPool(size: size)
    other = made
    return made
  }
}
