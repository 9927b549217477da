package import Raster
internal import Threads

/// The division of a video into segments that are encoded in parallel.
///
/// A segment is as long as the largest key frame distance, so dividing costs almost nothing,
/// because there would be a key frame anyway. The division depends only on the frames, so the bytes
/// do not depend on the number of parallel segments.
package struct VideoSegments: Sendable, Hashable {
  /// Frames of a segment; the last of a play may have fewer, or one more.
  package let length: Int
  /// Parallel encoders, at least 1.
  package let atOnce: Int
  /// Converted images that wait for their encoder.
  let mostWaiting: Int
  /// The largest total size of packets that wait for earlier segments.
  let mostPacketBytes: Int
  /// Memory of the encoders and of waiting images and packets, in bytes.
  package let bytes: Int

  /// Waiting images without parallel encoding.
  private static let fewest = 8

  /// As many parallel segments as requested, if they fit.
  ///
  /// - Parameters:
  ///   - frames: of a play.
  ///   - encoder: the fit of one encoder.
  ///   - size: size of a converted image.
  ///   - format: format of a converted image.
  ///   - room: the memory limit in bytes; one encoder is always allowed.
  /// - Returns: nil if no segments were requested, and if the video is short enough for one.
  package init?(
    _ options: VideoOptions, frames: Int, encoder: EncoderFit, size: PixelSize,
    format: SampleFormat, room: Int
  ) {
    let length = options.segmentLength
    guard let wanted = options.segments, frames > length else { return nil }
    let picture = Self.bytes(of: size, format)
    let most =
      switch wanted {
      // An encoder keeps about half of its threads busy.
      case .auto: min(processorCount, max(1, 2 * processorCount / encoder.threads))
      case .atOnce(let count): count
      }
    func waiting(_ count: Int) -> Int { (count - 1) * length + Self.fewest }
    // Far more than packets need, except for lossless ones.
    func packets(_ count: Int) -> Int { (count - 1) * length * picture / 8 }
    func bytes(_ count: Int) -> Int {
      count * encoder.bytes + waiting(count) * picture + packets(count)
    }
    let count = (1...max(1, most)).last { bytes($0) <= room } ?? 1
    self.length = length
    atOnce = count
    mostWaiting = waiting(count)
    mostPacketBytes = packets(count)
    self.bytes = bytes(count)
  }

  /// Whether a frame is the first of a segment. Every play starts with one, and no segment has a
  /// single frame.
  func segmentBegins(at frame: Int, framesPerPlay: Int) -> Bool {
    let inPlay = frame % framesPerPlay
    return inPlay % length == 0 && (inPlay == 0 || framesPerPlay - inPlay > 1)
  }

  /// Bytes of an image with FFmpeg's alignment.
  static func bytes(of size: PixelSize, _ format: SampleFormat) -> Int {
    let area = ((size.width + 63) & ~63) * ((size.height + 31) & ~31)
    return switch format {
    case .yuv420(let alpha): area * (alpha ? 5 : 3) / 2
    case .yuv444, .planarRGB, .yuv420Deep: area * 3
    case .yuv444Deep: area * 8
    case .packedRGB: area * 4
    case .alpha: area
    case .alphaAsLuma: area * 3 / 2
    }
  }
}
