internal import Raster
internal import Threads

/// How a video is cut into segments that are encoded side by side.
///
/// A segment is as long as the most from one key frame to the next, so that cutting costs next to
/// nothing: there would be a key frame anyway. The cuts depend on nothing but the frames, and the
/// bytes therefore not on how many are encoded at once.
struct VideoSegments: Sendable, Hashable {
  /// Frames of a segment; the last of a play may have fewer, and one more.
  let length: Int
  /// Encoders at work, at least 1.
  let atOnce: Int
  /// Converted pictures that wait for their encoder.
  let mostWaiting: Int
  /// Memory of the encoders and of what waits for them, in bytes.
  let bytes: Int

  /// Pictures that wait where nothing is encoded at once.
  private static let fewest = 8

  /// As many segments at once as were asked for and fit.
  ///
  /// - Parameters:
  ///   - encoder: what one encoder gets.
  ///   - picture: bytes of a converted picture.
  ///   - room: bytes that may be taken; one encoder's are, whatever this is.
  init(
    _ wanted: VideoOptions.Segments, length: Int, encoder: EncoderFit, picture: Int, room: Int
  ) {
    let most =
      switch wanted {
      case .auto: max(1, processorCount / encoder.threads)
      case .atOnce(let count): count
      }
    func waiting(_ count: Int) -> Int { (count - 1) * length + Self.fewest }
    func bytes(_ count: Int) -> Int { count * encoder.bytes + waiting(count) * picture }
    let count = (1...most).last { bytes($0) <= room } ?? 1
    self.length = length
    atOnce = count
    mostWaiting = waiting(count)
    self.bytes = bytes(count)
  }

  /// Whether a segment begins with this frame. Every play begins with one, and none has only one
  /// frame.
  func begin(with frame: Int, framesPerPlay: Int) -> Bool {
    let inPlay = frame % framesPerPlay
    return inPlay % length == 0 && (inPlay == 0 || framesPerPlay - inPlay > 1)
  }

  /// Bytes of a picture as FFmpeg aligns it.
  static func bytes(of size: PixelSize, _ format: SampleFormat) -> Int {
    let area = ((size.width + 63) & ~63) * ((size.height + 31) & ~31)
    return switch format {
    case .yuv420(let alpha): area * (alpha ? 5 : 3) / 2
    case .yuv444, .planarRGB: area * 3
    case .yuv444Deep: area * 8
    case .packedRGB: area * 4
    case .alpha: area
    case .alphaAsLuma: area * 3 / 2
    }
  }
}
