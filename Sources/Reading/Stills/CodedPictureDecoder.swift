internal import Libav
internal import Raster
internal import Stages

/// Decodes still images that FFmpeg reads as whole files, one after another.
final class CodedPictureDecoder {
  private let picture: Picture

  /// Whether pictures with more than 8 bits per sample keep all of their bits.
  var handsOnWide = false

  init() throws {
    do { picture = try Picture() } catch { throw ReadingError(error) }
  }

  /// Decodes a whole file, upright.
  ///
  /// - Parameter target: has the header's upright size.
  /// - Returns: the tolerated damage.
  /// - Throws: ``ReadingError``.
  func draw(
    _ header: CodedHeader, bytes: [UInt8], into target: PixelBuffer
  ) throws -> [ReadingWarning] {
    target.contents = nil
    let flat =
      header.orientation.isIdentity ? target : PixelBuffer.Pool(size: header.stored).take()
    do {
      try picture.decode(
        bytes, by: header.decoder, size: header.stored, title: header.kind.noun)
      try convert(header, into: flat)
    } catch let error as LibavError {
      throw ReadingError(error)
    }
    let colors = PictureColors(header.colors, for: header.samples)
    if let conversion = colors.conversion {
      let plane = PixelPlane(flat)
      for y in 0..<header.stored.height {
        conversion.convert(plane.row(y, from: 0), header.stored.width)
      }
    }
    if header.alpha != .absent { flat.clearTransparentColors() }
    if !header.orientation.isIdentity { header.orientation.turn(flat, into: target) }
    if handsOnWide, header.sampleDepth > 8 { target.wide = wide(header, colors.conversion) }
    var warnings = [colors.warning].compactMap(\.self)
    if picture.isDamaged {
      warnings.append(
        ReadingWarning(
          kind: .damagedFrame, detail: "the \(header.kind.noun) is damaged"))
    }
    if header.lacksEnd {
      warnings.append(
        ReadingWarning(
          kind: .truncated,
          detail: "the \(header.kind.noun) does not end with its mark: it is cut off, or "
            + "something follows it"))
    }
    if header.isLinear, let note = noteOfLight(header) {
      warnings.append(ReadingWarning(kind: .colorProfile, detail: note))
    }
    warnings += header.colorNotes.map { ReadingWarning(kind: .colorProfile, detail: $0) }
    return warnings
  }

  /// Converts the decoded image to straight RGBA in stored orientation.
  private func convert(_ header: CodedHeader, into target: PixelBuffer) throws {
    let plane = PixelPlane(target)
    let (width, height) = (header.stored.width, header.stored.height)
    if header.hasGrayAlphaWords {
      for y in 0..<height { picture.copyGrayAlphaWords(y, to: plane.row(y, from: 0)) }
    } else if let samples = WideSamples(picture, isLinear: header.isLinear) {
      for y in 0..<height {
        samples.convert(
          y, to: plane.row(y, from: 0), isPremultiplied: header.alpha == .premultiplied)
      }
    } else {
      try RGBAConverter(width: width, height: height, matrix: .bt601, isFullRange: true)
        .convert(picture, into: target.base)
      if header.alpha == .premultiplied {
        for y in 0..<height { StraightAlpha.unpremultiply(plane.row(y, from: 0), width) }
      }
    }
    let hasNoAlpha =
      header.alpha == .absent
      || header.alpha == .straightUnlessZero && Self.isBlank(plane, width, height)
    if hasNoAlpha {
      for y in 0..<height { StraightAlpha.makeOpaque(plane.row(y, from: 0), width) }
    }
  }

  /// The loss of light above white, for a note; nil if there is none.
  private func noteOfLight(_ header: CodedHeader) -> String? {
    guard let samples = WideSamples(picture, isLinear: true) else { return nil }
    let (pixels, most) = samples.brighterThanWhite(isPremultiplied: header.alpha == .premultiplied)
    guard pixels > 0 else { return nil }
    let tenths = Int((min(most, 1e9) * 10).rounded())
    return "\(pixels) \(pixels == 1 ? "pixel is" : "pixels are") brighter than white (up to "
      + "\(tenths / 10).\(tenths % 10) times), and \(pixels == 1 ? "becomes" : "become") white"
  }

  /// The decoded picture, with all bits and upright; nil if samples have no more than 8 bits.
  private func wide(_ header: CodedHeader, _ conversion: ColorConversion?) -> WidePicture? {
    guard !header.hasGrayAlphaWords,
      let samples = WideSamples(picture, isLinear: header.isLinear)
    else { return nil }
    let (width, height) = (header.stored.width, header.stored.height)
    var pixels = [WidePicture.Pixel](repeating: .zero, count: width * height)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<height {
        samples.convert(
          y, to: pixels.baseAddress! + y * width, isPremultiplied: header.alpha == .premultiplied)
      }
    }
    conversion?.convert(&pixels)
    let hasNoAlpha =
      header.alpha == .absent
      || header.alpha == .straightUnlessZero && pixels.allSatisfy { $0.w == 0 }
    if hasNoAlpha { for index in pixels.indices { pixels[index].w = .max } }
    return header.orientation.turned(WidePicture(size: header.stored, pixels: pixels))
  }

  /// Whether every alpha is 0.
  private static func isBlank(_ plane: PixelPlane, _ width: Int, _ height: Int) -> Bool {
    (0..<height).allSatisfy { y in
      UnsafeBufferPointer(start: plane.row(y, from: 0), count: width)
        .allSatisfy { $0 & 0xFF00_0000 == 0 }
    }
  }
}
