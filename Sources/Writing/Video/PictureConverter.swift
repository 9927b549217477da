internal import Libav
internal import Raster

/// Converts RGBA pixels to an encoder's samples, for any part of the image.
///
/// swscale is not used, because its bytes differ between processors and releases, and because it
/// cannot convert only the changed rectangle.
///
/// A 4:2:0 chroma sample is the mean of its 2 x 2 pixels, so it is located at their centre.
/// Chromium 156 and Firefox 153 assume this, whatever the stream says: on blocks of random colours
/// the mean error is 14.6 of 255, compared with 17.5 for samples on the left. If the coded image is
/// larger than the source, the last column and row are repeated.
struct PictureConverter {
  let size: PixelSize
  let codedSize: PixelSize
  let format: SampleFormat
  let matrix: VideoOptions.Matrix
  /// Whether samples have full range, 0...255; only for 8 bits and BT.709.
  let isFullRange: Bool
  /// Corrects 4:2:0 for the way players show it; nil for plain samples.
  private let sharp: SharpConverter?

  init(_ encoding: VideoEncoding) {
    self.init(
      size: encoding.size, codedSize: encoding.codedSize, format: encoding.format,
      matrix: encoding.matrix ?? .bt709, isSharp: encoding.isSharp)
  }

  /// - Parameter isSharp: whether 4:2:0 is corrected, see ``SharpConverter``.
  init(
    size: PixelSize, codedSize: PixelSize, format: SampleFormat, matrix: VideoOptions.Matrix,
    isFullRange: Bool = false, isSharp: Bool = false
  ) {
    precondition(!isSharp || format == .yuv420(alpha: false), "only 4:2:0 is corrected")
    self.size = size
    self.codedSize = codedSize
    self.format = format
    self.matrix = matrix
    self.isFullRange = isFullRange
    sharp = isSharp ? SharpConverter(size: size, matrix: matrix, isFullRange: isFullRange) : nil
  }

  /// Initializes the samples of a new image that no pixel determines.
  func prepare(_ picture: Picture) {
    guard format == .alphaAsLuma else { return }
    for plane in 1...2 {
      for y in 0..<(codedSize.height + 1) / 2 {
        row(picture, plane, y).update(repeating: 128, count: (codedSize.width + 1) / 2)
      }
    }
  }

  /// Updates the samples under `rect`; others keep their values.
  ///
  /// - Parameters:
  ///   - rect: of the source, in pixels; widened to whole chroma samples, and to the reach of
  ///     corrections.
  ///   - picture: of ``codedSize`` in ``format``'s format, writable.
  /// - Complexity: proportional to the area of `rect`.
  func convert(_ pixels: PixelBuffer, _ rect: PixelRect, into picture: Picture) {
    precondition(pixels.size == size && picture.width == codedSize.width)
    precondition(picture.height == codedSize.height && picture.format == format.pixelFormat)
    var part = rect.intersection(PixelRect(size))
    guard !part.isEmpty else { return }
    if let sharp {
      part = sharp.reach(of: part)
    } else if case .yuv420 = format {
      let (right, bottom) = (part.maxX, part.maxY)
      part.x &= ~1
      part.y &= ~1
      part.width = min((right + 1) & ~1, size.width) - part.x
      part.height = min((bottom + 1) & ~1, size.height) - part.y
    }
    pixels.withBytes { bytes in
      let words = bytes.baseAddress!.assumingMemoryBound(to: UInt32.self)
      if let sharp {
        sharp.convert(words, part, into: picture)
        return
      }
      // The matrix is given here so that it is a constant in the loops, see `YUVCoefficients`.
      switch (format, matrix) {
      case (.yuv420(let alpha), .bt709) where isFullRange:
        convert420(words, part, into: picture, alpha: alpha, .fullBT709)
      case (.yuv444, .bt709) where isFullRange: convert444(words, part, into: picture, .fullBT709)
      case (.yuv420(let alpha), .bt709):
        convert420(words, part, into: picture, alpha: alpha, .bt709)
      case (.yuv420(let alpha), .bt601):
        convert420(words, part, into: picture, alpha: alpha, .bt601)
      case (.yuv444, .bt709): convert444(words, part, into: picture, .bt709)
      case (.yuv444, .bt601): convert444(words, part, into: picture, .bt601)
      case (.yuv444Deep(let alpha), .bt709):
        convertDeep(words, part, into: picture, alpha: alpha, .bt709)
      case (.yuv444Deep(let alpha), .bt601):
        convertDeep(words, part, into: picture, alpha: alpha, .bt601)
      case (.yuv420Deep, _): preconditionFailure("deep samples are copied")
      case (.planarRGB, _): convertPlanarRGB(words, part, into: picture)
      case (.packedRGB, _): convertPackedRGB(words, part, into: picture)
      case (.alpha, _), (.alphaAsLuma, _): convertAlpha(words, part, into: picture)
      }
    }
    pad(part, picture)
  }

  @inline(__always)
  private func convert444(
    _ words: UnsafePointer<UInt32>, _ part: PixelRect, into picture: Picture, _ c: YUVCoefficients
  ) {
    for y in part.y..<part.maxY {
      let source = words + y * size.width + part.x
      SampleRows.luma(source, into: row(picture, 0, y) + part.x, count: part.width, c)
      SampleRows.chroma(
        source, u: row(picture, 1, y) + part.x, v: row(picture, 2, y) + part.x,
        count: part.width, c)
    }
  }

  @inline(__always)
  private func convertDeep(
    _ words: UnsafePointer<UInt32>, _ part: PixelRect, into picture: Picture, alpha: Bool,
    _ c: YUVCoefficients
  ) {
    func target(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<UInt16> {
      UnsafeMutableRawPointer(row(picture, plane, y)).assumingMemoryBound(to: UInt16.self) + part.x
    }
    for y in part.y..<part.maxY {
      let source = words + y * size.width + part.x
      SampleRows.deepLuma(source, into: target(0, y), count: part.width, c)
      SampleRows.deepChroma(source, u: target(1, y), v: target(2, y), count: part.width, c)
      if alpha { SampleRows.deepAlpha(source, into: target(3, y), count: part.width) }
    }
  }

  private func convertPlanarRGB(
    _ words: UnsafePointer<UInt32>, _ part: PixelRect, into picture: Picture
  ) {
    for y in part.y..<part.maxY {
      let source = words + y * size.width + part.x
      SampleRows.component(1, source, into: row(picture, 0, y) + part.x, count: part.width)
      SampleRows.component(2, source, into: row(picture, 1, y) + part.x, count: part.width)
      SampleRows.component(0, source, into: row(picture, 2, y) + part.x, count: part.width)
    }
  }

  private func convertPackedRGB(
    _ words: UnsafePointer<UInt32>, _ part: PixelRect, into picture: Picture
  ) {
    for y in part.y..<part.maxY {
      let target = UnsafeMutableRawPointer(row(picture, 0, y)).assumingMemoryBound(to: UInt32.self)
      SampleRows.swapped(
        words + y * size.width + part.x, into: target + part.x, count: part.width)
    }
  }

  private func convertAlpha(
    _ words: UnsafePointer<UInt32>, _ part: PixelRect, into picture: Picture
  ) {
    for y in part.y..<part.maxY {
      SampleRows.alpha(
        words + y * size.width + part.x, into: row(picture, 0, y) + part.x, count: part.width)
    }
  }

  func row(_ picture: Picture, _ plane: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
    picture.plane(plane) + y * picture.stride(plane)
  }

  /// Repeats the last column and row in a coded image that is larger than the source. Only 4:2:0
  /// needs padding, by one sample of luma and alpha; its chroma needs none.
  private func pad(_ part: PixelRect, _ picture: Picture) {
    guard case .yuv420(let alpha) = format, codedSize != size else { return }
    for plane in alpha ? [0, 3] : [0] {
      if codedSize.width > size.width, part.maxX == size.width {
        for y in part.y..<part.maxY {
          let samples = row(picture, plane, y)
          samples[size.width] = samples[size.width - 1]
        }
      }
      if codedSize.height > size.height, part.maxY == size.height {
        row(picture, plane, size.height).update(
          from: row(picture, plane, size.height - 1), count: codedSize.width)
      }
    }
  }
}
