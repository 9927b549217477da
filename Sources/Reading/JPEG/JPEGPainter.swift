internal import Libav
internal import Messages
internal import Raster
internal import Stages

/// Decodes JPEG files, baseline and progressive, one after another.
///
/// The decoder is FFmpeg's `mjpeg`: FFmpeg is used for video anyway, so no further library has to
/// be kept up to date, and OSS-Fuzz tests the decoder continuously. Colours are BT.601 in full
/// range, as in JFIF.
final class JPEGPainter {
  private var converter: RGBAConverter?
  private var converterSize: PixelSize?
  private let picture: Picture

  init() throws {
    do { picture = try Picture() } catch { throw ReadingError(error) }
  }

  /// Decodes a whole file, upright.
  ///
  /// - Parameters:
  ///   - conversion: converts the header's samples to sRGB; nil if they are sRGB, and for ink
  ///     without a profile, which is shown like in browsers.
  ///   - target: has the header's upright size.
  /// - Returns: a warning if the file is truncated; the decoder decides the missing pixels.
  /// - Throws: ``ReadingError/malformed(detail:frame:byteOffset:)``.
  func draw(
    _ header: JPEGHeader, bytes: [UInt8], conversion: ColorConversion?, into target: PixelBuffer
  ) throws -> ReadingWarning? {
    do {
      let keepsInk = header.samples == .ink && conversion != nil
      let prepared = keepsInk ? header.ink?.raw(bytes) : header.ink?.prepared(bytes)
      try picture.decode(prepared ?? bytes, by: "mjpeg", size: header.stored, title: "JPEG")
      if converterSize != header.stored {
        converter = RGBAConverter(
          width: header.stored.width, height: header.stored.height, matrix: .bt601,
          isFullRange: true)
        converterSize = header.stored
      }
      target.contents = nil
      if header.orientation.isIdentity {
        try convert(header, conversion, into: target)
      } else {
        let flat = PixelBuffer.Pool(size: header.stored).take()
        try convert(header, conversion, into: flat)
        header.orientation.turn(flat, into: target)
      }
    } catch let error as LibavError {
      throw ReadingError(error)
    }
    // Only near the end, because embedded images, such as Exif's thumbnail, have their own end
    // markers.
    let tail = bytes.suffix(1 << 16)
    let ends = zip(tail, tail.dropFirst()).contains { $0 == (0xFF, 0xD9) }
    guard picture.isDamaged || !ends else { return nil }
    return ReadingWarning(
      kind: ends ? .damagedFrame : .truncated,
      detail: ends ? "the JPEG is damaged" : "the JPEG ends early")
  }

  /// Converts the decoded image to the orientation in the file.
  private func convert(
    _ header: JPEGHeader, _ conversion: ColorConversion?, into target: PixelBuffer
  ) throws {
    let plane = PixelPlane(target)
    guard let conversion else {
      try converter?.convert(picture, into: target.base)
      return
    }
    guard let ink = header.ink else {
      try converter?.convert(picture, into: target.base)
      for y in 0..<header.stored.height {
        conversion.convert(plane.row(y, from: 0), header.stored.width)
      }
      return
    }
    guard picture.hasFourFullPlanes, picture.sampleDepth == 8 else {
      throw ReadingError.unsupported(
        detail: "the JPEG's four components are not decoded as they are stored",
        remedy: "save it as PNG")
    }
    var row = [UInt8](repeating: 0, count: 4 * header.stored.width)
    for y in 0..<header.stored.height {
      ink.read(y, of: picture, into: &row)
      conversion.convert(ink: row, to: plane.row(y, from: 0), header.stored.width)
    }
  }
}
