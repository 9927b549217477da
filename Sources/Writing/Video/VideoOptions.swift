/// What a user asks of a video; what is left out is decided by the plan.
public struct VideoOptions: Sendable, Hashable {
  /// The matrix between RGB and YCbCr; streams are tagged with it.
  public enum Matrix: String, Sendable, Hashable, CaseIterable {
    /// That of HD video.
    case bt709
    /// That of older video.
    case bt601
  }

  /// How many segments of a video are encoded at once; never more than there is memory for.
  public enum Segments: Sendable, Hashable {
    /// As many as there are processors for the threads of the encoder.
    case auto
    /// So many, 1 to 64.
    case atOnce(Int)
  }

  /// Nil for the container's default.
  public var codec: VideoCodec?
  /// Constant rate factor, lower is better; see ``VideoCodec/crfRange``. Nil for the codec's
  /// default.
  public var crf: Int?
  /// Tenths that are added to ``crf``, where the encoder has a step for them:
  /// ``VideoEncoding/tenthsOfCRF``.
  package var crfTenths = 0
  /// Bits per second instead of a constant rate factor.
  public var bitrate: Int?
  /// The encoder's own word or number for speed against size: `ultrafast`...`veryslow` for H.264
  /// and HEVC, 0...8 for VP9 and AV1 with libaom, 0...13 for AV1 with SVT-AV1, 0...16 for VP8.
  public var encoderPreset: String?
  /// The most B-frames in a row, 0 to 16: frames that are predicted from one that shows later too,
  /// and are therefore stored after it. For H.264 and HEVC. Nil for 3, or none in lossless pictures,
  /// for x264's `ultrafast`, for colour and alpha in a pair or in turn, and where every frame stays
  /// longer than half a second. No frame that does is stored before one that shows earlier.
  public var bFrames: Int?
  /// FFmpeg's name of an encoder of the codec, when not the usual one.
  public var encoder: String?
  /// Nil for 4:2:0, or 4:4:4 where the codec has nothing else.
  public var chroma: ChromaSubsampling?
  /// Nil for BT.709, or BT.601 with alpha and for VP8.
  public var matrix: Matrix?
  /// What becomes of the sound of a video.
  public var audio = AudioHandling.keep
  /// Every decoded RGB pixel equals the source's. The stream then stores green, blue and red
  /// instead of YCbCr, because the way to YCbCr and back already loses one value in three.
  public var isLossless = false
  /// Nil to choose by the picture's size, so that the same input gives the same bytes on every
  /// machine; another number gives other bytes.
  public var threads: Int?
  /// Cuts the video at every 250th frame and encodes the segments side by side; nil for one encoder
  /// that takes frame after frame. For H.264, HEVC, AV1 and VP9 led by quality. The bytes do not depend
  /// on how many are encoded at once, but are not those of nil.
  public var segments: Segments?
  /// Frames of a segment, at least 2.
  package var segmentLength = EncoderRecipe.maxKeyFrameDistance
  /// Frames come whether or not they can be taken, so speed counts more than bytes.
  package var isLive = false
  /// Memory that the conversion may take, whatever it writes, in bytes, by measured estimates: 1 GiB.
  /// What takes more is refused. The encoder of a video gets
  /// what the pictures leave of it, at least half; it is given fewer threads and a shorter
  /// look-ahead until it fits.
  public var maxMemory = 1 << 30

  /// The choices that suit most videos.
  public init() {}
}

extension VideoOptions {
  /// `800k`, `2M`, `1500000`; nil for anything else and for rates below 1 kbit/s or above 1 Gbit/s.
  public static func bitsPerSecond(parsing text: String) -> Int? {
    var digits = text[...]
    var unit = 1
    if let last = digits.last, last == "k" || last == "K" {
      unit = 1000
      digits.removeLast()
    } else if digits.last == "M" {
      unit = 1_000_000
      digits.removeLast()
    }
    guard let value = Int(digits), value > 0, value <= 1_000_000_000 / unit, value * unit >= 1000
    else { return nil }
    return value * unit
  }
}

/// What becomes of the sound of a video that becomes another video.
public enum AudioHandling: String, Sendable, Hashable, CaseIterable {
  /// It is copied or encoded anew; left out, with a note, where times change.
  case keep
  /// It is left out.
  case drop
}

/// How many chroma samples a video stores.
public enum ChromaSubsampling: String, Sendable, Hashable, CaseIterable {
  /// One for each 2 x 2 pixels: plays everywhere, smears colour details of one pixel.
  case yuv420
  /// One for each pixel.
  case yuv444
}
