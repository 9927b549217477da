internal import Raster

/// The memory of an encoder in bytes, measured with FFmpeg 5.1.9, x264 0.164, x265 3.5, SVT-AV1
/// 1.4, 2.3 and 4.2, libaom 3.6 and libvpx 1.12 on images of 256 x 256 to 2048 x 2048.
///
/// Encoders keep images with a border. They need a number of bytes for each pixel including the
/// border, more for each image of look-ahead and for each thread with its own image. Other bytes
/// depend on the pixels without border. A test compares this with the actual memory.
package struct EncoderMemory: Sendable {
  /// A constant part in bytes; negative if the first thread needs less than others.
  var base = 1 << 20
  /// A constant part for each thread, in bytes.
  var perThread = 0
  /// Width of the border around a stored image.
  var border = 0
  /// Per pixel, in tenths of a byte.
  var inner = 0
  /// Per pixel including border, in tenths of a byte like the following values: for a single image,
  var still = 0
  /// and for several.
  var kept = 0
  /// The number of further images until all of ``kept`` is in use.
  var growth = 1
  /// Further images that small images are predicted from, by their size.
  var moreReferences: @Sendable (PixelSize) -> Int = { _ in 0 }
  /// For each of them, like ``kept``.
  var perReference = 0
  /// For each image beyond the first that is encoded in parallel.
  var perPictureThread = 0
  /// For each thread beyond the first, even if idle, per pixel without border.
  var perWaitingThread = 0
  /// The largest number of threads that is worth its memory.
  var mostThreads = Int.max
  /// For each image of look-ahead.
  var perLookAhead = 0
  /// The largest look-ahead.
  var mostLookAhead = 0
  /// Whether memory for look-ahead is allocated before images arrive.
  var reservesLookAhead = false
  /// The factor for images with full chroma relative to 4:2:0, in tenths.
  var fullChroma = 10
  /// Encoders at work.
  var encoders = 1
  /// Whether another encoder encodes alpha, image by image.
  var codesAlphaApart = false

  /// - Parameters:
  ///   - frames: the number of frames, at least 1.
  ///   - threads: at least 1.
  ///   - lookAhead: in pictures.
  func bytes(size: PixelSize, frames: Int, threads: Int, lookAhead: Int) -> Int {
    let color = bytesOfColor(size: size, frames: frames, threads: threads, lookAhead: lookAhead)
    guard codesAlphaApart else { return color }
    return color + bytesOfColor(size: size, frames: frames, threads: threads, lookAhead: 0)
  }

  private func bytesOfColor(size: PixelSize, frames: Int, threads: Int, lookAhead: Int) -> Int {
    let bordered = (size.width + 2 * border) * (size.height + 2 * border)
    let further = frames - 1
    let ahead = min(lookAhead, mostLookAhead)
    let waiting = reservesLookAhead ? ahead : min(ahead, frames)
    let references = min(moreReferences(size), max(0, further - growth))
    let tenths =
      references * perReference + still + (kept - still) * min(further, growth) / growth + waiting
      * perLookAhead
      + min(threads - 1, further) * perPictureThread
    let inside = inner + (threads - 1) * perWaitingThread
    let one = base + threads * perThread + (size.area * inside + bordered * tenths) / 10
    return one * encoders
  }
}
