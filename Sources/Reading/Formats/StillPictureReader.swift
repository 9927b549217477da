internal import Raster
internal import Stages

/// Decodes image files one at a time into buffers of a pool, with decoders that are kept.
final class StillPictureReader {
  let options: ReadingOptions
  /// For images whose size differs from the frames'.
  private var other: PixelBuffer.Pool?
  private var decoders: [ObjectIdentifier: AnyObject] = [:]
  /// Whether pictures with more than 8 bits a sample keep all of them: ``PixelBuffer/wide``.
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
    _ still: StillPicture, from source: ByteSource, pool shared: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let pool = pool(for: still.size, shared: shared)
    let (picture, warnings) = try still.coding.decode(still, from: source, by: self, into: pool)
    return (picture, warnings + [try still.coding.trailing(in: source)].compactMap(\.self))
  }

  /// The decoder of a type, made at its first use.
  func decoder<Decoder: AnyObject>(_ make: () throws -> Decoder) rethrows -> Decoder {
    let type = ObjectIdentifier(Decoder.self)
    if let known = decoders[type] as? Decoder { return known }
    let made = try make()
    decoders[type] = made
    return made
  }

  /// The warnings, unless damage is not tolerated.
  ///
  /// - Throws: ``ReadingError/damaged(_:)`` if ``ReadingOptions/isStrict`` is set.
  func tolerating(_ warnings: [ReadingWarning]) throws -> [ReadingWarning] {
    if options.isStrict, let damage = warnings.first(where: \.kind.isDamage) {
      throw ReadingError.damaged(damage)
    }
    return warnings
  }

  private func pool(for size: PixelSize, shared: PixelBuffer.Pool) -> PixelBuffer.Pool {
    if shared.size == size { return shared }
    if let other, other.size == size { return other }
    let made = PixelBuffer.Pool(size: size)
    other = made
    return made
  }
}

extension StillPicture {
  /// The largest size of an image file that must be in memory as a whole; 512 MiB.
  static let maxFileBytes: Int64 = 512 << 20

  /// The whole file.
  ///
  /// - Throws: ``ReadingError`` if it changed after the survey.
  func wholeFile(_ source: ByteSource) throws -> [UInt8] {
    guard source.byteCount <= Self.maxFileBytes,
      let bytes = try source.span(at: 0, count: Int(source.byteCount))
    else { throw changed }
    return bytes
  }

  /// The error for a file that changed after the survey.
  var changed: ReadingError {
    .malformed(
      detail: "the file is no longer the single picture of \(size) that it was", frame: nil,
      byteOffset: nil)
  }
}
