package import Raster
internal import Threads

/// How a video is cut into segments that are encoded side by side.
///
/// A segment is as long as the most from one key frame to the next, so that cutting costs next to
/// nothing: there would be a key frame anyway. The cuts depend on nothing but the frames, and the
/// bytes therefore not on how many are encoded at once.
package struct VideoSegments: Sendable, Hashable {
  /// Frames of a segment; the last of a play may have fewer, or one more.
  package let length: Int
  /// Encoders at work, at least 1.
  package let atOnce: Int
  /// Converted pictures that wait for their encoder.
  let mostWaiting: Int
  /// Bytes of packets that wait for those of segments before them.
  let mostPacketBytes: Int
  /// Memory of the encoders and of what waits before and after them, in bytes.
  package let bytes: Int

  /// Pictures that wait where nothing is encoded at once.
  private static let fewest = 8

  /// As many segments at once as were asked for and fit.
  ///
  /// - Parameters:
  ///   - frames: of a play.
  ///   - encoder: what one encoder gets.
  ///   - size: of a converted picture.
  ///   - format: of a converted picture.
  ///   - room: bytes that may be taken; one encoder's are, whatever this is.
  /// - Returns: nil where none were asked for, and for what is short enough for one.
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
    // Far more than packets take, but for those without loss.
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

  /// Whether a frame is the first of a segment. Every play begins with one, and none has only one
  /// frame.
  func segmentBegins(at frame: Int, framesPerPlay: Int) -> Bool {
    let inPlay = frame % framesPerPlay
    return inPlay % length == 0 && (inPlay == 0 || framesPerPlay - inPlay > 1)
  }

  /// Bytes of a picture as FFmpeg aligns it.
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
