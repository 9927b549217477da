internal import Raster

/// What an encoder takes, in bytes, as measured with FFmpeg 5.1.9, x264 0.164, x265 3.5,
/// SVT-AV1 1.4, 2.3 and 4.2, libaom 3.6 and libvpx 1.12 on pictures of 256 x 256 to 2048 x 2048.
///
/// Encoders keep pictures with a border: so many bytes for each pixel with border that is always
/// kept, more for each picture that is looked ahead to and for each thread that works on a picture
/// of its own. Others count by the pixels inside. A test compares this with what the program takes.
package struct EncoderMemory: Sendable, Hashable {
  /// Whatever the picture, in bytes; less than nothing where the first thread takes less than others.
  var base = 1 << 20
  /// For each thread, whatever the picture, in bytes.
  var perThread = 0
  /// Pixels on each side of a picture that is kept.
  var border = 0
  /// For each pixel, in tenths of a byte.
  var inner = 0
  /// For each pixel with border, in tenths of a byte as what follows: for a picture that is alone,
  var still = 0
  /// and for several.
  var kept = 0
  /// How many further pictures it takes until all of ``kept`` is in use.
  var growth = 1
  /// For each picture beyond the first that is worked on at once.
  var perPictureThread = 0
  /// The same for each pixel inside and each thread beyond the first, work or not.
  var perWaitingThread = 0
  /// No more threads than these are worth their memory.
  var mostThreads = Int.max
  /// For each picture that is looked ahead to.
  var perLookAhead = 0
  /// How far it looks ahead at most.
  var mostLookAhead = 0
  /// Whether memory for looking ahead is taken before pictures come.
  var reservesLookAhead = false
  /// What pictures with all of their chroma take, in tenths of those with a quarter of it.
  var fullChroma = 10
  /// Encoders at work.
  var encoders = 1
  /// Whether another one codes alpha, picture by picture.
  var codesAlphaApart = false

  /// - Parameters:
  ///   - frames: that will be encoded, at least 1.
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
    let tenths =
      still + (kept - still) * min(further, growth) / growth + waiting * perLookAhead
      + min(threads - 1, further) * perPictureThread
    let inside = inner + (threads - 1) * perWaitingThread
    let one = base + threads * perThread + (size.area * inside + bordered * tenths) / 10
    return one * encoders
  }
}
