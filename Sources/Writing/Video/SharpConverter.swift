internal import CPixels
internal import Libav
internal import Raster

/// Converts opaque pixels to 4:2:0 and corrects the samples for the picture that players show. Luma
/// is corrected until every pixel is as bright as its source although its chroma is shared; chroma,
/// until the mean colours of blocks are those of the source after players have enlarged it.
///
/// The idea comes from libsharpyuv. Small hard shapes in colour gain most; where chroma is smooth,
/// the samples do not change. For one thread at a time.
final class SharpConverter {
  private let size: PixelSize
  private var matrix: animconv_sharp_matrix
  private let work: UnsafeMutableRawPointer

  init(size: PixelSize, matrix: VideoOptions.Matrix, isFullRange: Bool) {
    self.size = size
    let shares = InverseMatrix.shares(matrix)
    self.matrix = animconv_sharp_matrix(
      red: shares.red, blue: shares.blue, black: isFullRange ? 0 : 16,
      luma: isFullRange ? 255 : 219, chroma: isFullRange ? 255 : 224,
      // Limited range has room at both ends.
      darkest: isFullRange ? 0 : -0.06, brightest: isFullRange ? 1 : 1.08,
      headroom: matrix == .bt709 && !isFullRange
        ? Float(YUVCoefficients.bt709.blueHeadroom) / 2048 : 0)
    work = .allocate(byteCount: animconv_sharp_work_size(), alignment: 64)
  }

  deinit { work.deallocate() }

  /// The pixels whose samples depend on those of `rect`, in whole blocks.
  func reach(of rect: PixelRect) -> PixelRect {
    let margin = 2 * Int(ANIMCONV_SHARP_REACH)
    let (left, top) = (max(0, rect.x & ~1 - margin), max(0, rect.y & ~1 - margin))
    return PixelRect(
      x: left, y: top, width: min((rect.maxX + 1) & ~1 + margin, size.width) - left,
      height: min((rect.maxY + 1) & ~1 + margin, size.height) - top)
  }

  /// Updates the samples of `rect`, which must come from ``reach(of:)``; others keep their values.
  ///
  /// - Parameters:
  ///   - words: all pixels, in rows without padding.
  ///   - picture: 4:2:0 with 8 bits.
  /// - Complexity: about 15 ns a pixel.
  func convert(_ words: UnsafePointer<UInt32>, _ rect: PixelRect, into picture: Picture) {
    precondition(picture.stride(1) == picture.stride(2), "planes of chroma are alike")
    var source = animconv_sharp_picture(
      pixels: words, width: size.width, height: size.height, luma: picture.plane(0),
      cb: picture.plane(1), cr: picture.plane(2), luma_stride: picture.stride(0),
      chroma_stride: picture.stride(1))
    let (right, bottom) = ((rect.maxX + 1) / 2, (rect.maxY + 1) / 2)
    let (columns, rows) = (Int(ANIMCONV_SHARP_TILE_COLUMNS), Int(ANIMCONV_SHARP_TILE_ROWS))
    for top in stride(from: rect.y / 2, to: bottom, by: rows) {
      for left in stride(from: rect.x / 2, to: right, by: columns) {
        animconv_sharp_tile(
          &source, &matrix, left, top, min(columns, right - left), min(rows, bottom - top),
          OpaquePointer(work))
      }
    }
  }
}
