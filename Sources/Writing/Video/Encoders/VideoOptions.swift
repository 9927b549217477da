/// Options of a video; the plan resolves the defaults.
public struct VideoOptions: Sendable, Hashable {
  /// The matrix between RGB and YCbCr; streams are tagged with it.
  public enum Matrix: String, Sendable, Hashable, CaseIterable {
    /// The matrix of HD video.
    case bt709
    /// The matrix of older video.
    case bt601
  }

  /// The number of segments encoded in parallel, limited by memory.
  public enum Segments: Sendable, Hashable {
    /// As many as there are processors for the encoder's threads.
    case auto
    /// So many, 1 to 64.
    case atOnce(Int)
  }

  /// Nil for the container's default.
  public var codec: VideoCodec?
  /// Constant rate factor, lower is better; see ``VideoCodec/crfRange``. Nil for the codec's
  /// default. Tenths are possible for H.264 and HEVC, halves and quarters for some other encoders.
  public var crf: Double?
  /// Whether a fraction of ``crf`` that the encoder lacks is left out instead of refused.
  package var roundsCRF = false
  /// Quality from 1 (smallest) to 100 instead of ``crf``. The same number looks
  /// alike with every codec, in a WebP and in an AVIF.
  public var quality: Int?
  /// Bits per second instead of a constant rate factor.
  public var bitrate: Int?
  /// The encoder's own preset: `ultrafast`...`veryslow` for H.264 and HEVC, 0...8 for VP9 and AV1
  /// with libaom, 0...13 for AV1 with SVT-AV1, 0...16 for VP8.
  public var encoderPreset: String?
  /// The largest number of consecutive B-frames, 0 to 16: frames that are also predicted from one
  /// that is shown later, and are therefore stored after it. For H.264 and HEVC. Nil for 3, or for
  /// none in lossless images, with x264's `ultrafast`, for separate or alternating colour and
  /// alpha, and if every frame is longer than half a second. Such a frame is never stored before
  /// one that is shown earlier.
  public var bFrames: Int?
  /// FFmpeg's name of an alternative encoder for the codec.
  public var encoder: String?
  /// Also for AVIFs. Nil for 4:4:4 if the codec supports nothing else, and for an AVIF with few
  /// colours if 4:2:0 would change them visibly; otherwise for 4:2:0, which is corrected if the
  /// difference is visible.
  public var chroma: VideoOptions.Chroma?
  /// Nil for BT.709, or BT.601 with alpha and for VP8.
  public var matrix: Matrix?
  /// Quality of VP9's alpha, from 1 to 100 (exact); nil for exact alpha.
  package var alphaQuality: Int?
  /// The handling of audio.
  public var audio = VideoOptions.Audio.keep
  /// Whether every decoded RGB pixel equals the source's. The stream then stores green, blue and
  /// red instead of YCbCr, because converting to YCbCr and back already changes one value in three.
  public var isLossless = false
  /// Nil to choose by frame size, so that the same input gives the same bytes on every machine;
  /// other numbers give other bytes.
  public var threads: Int?
  /// Divides the video at every 250th frame and encodes the segments in parallel; nil for one
  /// encoder. For H.264, HEVC, AV1 and VP9 with constant quality. The bytes do not depend on the
  /// number of parallel segments, but differ from those of nil.
  public var segments: Segments?
  /// Frames of a segment, at least 2.
  package var segmentLength = EncoderRecipe.maxKeyFrameDistance
  /// Whether frames have few colours and hard edges.
  package var isPixelArt = false
  /// Whether frames have gradients and no edges.
  package var isSmooth = false
  /// The grain of frames, from 0 for none to 1 for much: noise that changes with every frame.
  package var grain = 0.0
  /// Whether frames arrive live, so that speed matters more than size.
  package var isLive = false
  /// Memory limit of the conversion for any output, in bytes, by measured estimates: 1 GiB. Larger
  /// conversions are refused. A video encoder gets the memory that the frames leave over, but at
  /// least half of the limit; its threads and look-ahead are reduced until it fits.
  public var maxMemory = 1 << 30

  /// Defaults that suit most videos.
  public init() {}
}

extension VideoOptions {
  /// Whether no option is in the terms of the codec's preferred encoder.
  var leavesEncoderOpen: Bool {
    encoderPreset == nil && bitrate == nil && !isLive && (crf.map { $0 == $0.rounded() } ?? true)
  }
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

extension VideoOptions {
  /// The handling of a video's audio.
  public enum Audio: String, Sendable, Hashable, CaseIterable {
    /// It is copied or encoded. If the timing changes, it is omitted and a note says so.
    case keep
    /// It is left out.
    case drop
  }
}

extension VideoOptions {
  /// The chroma subsampling of a video.
  public enum Chroma: String, Sendable, Hashable, CaseIterable {
    /// One for each 2 x 2 pixels: plays everywhere, but blurs single-pixel colour details.
    case yuv420
    /// One for each 2 x 2 pixels, with luma and chroma corrected so that the picture that players
    /// show is closest to the source: plays everywhere, keeps most of the edges between colours,
    /// and takes more bytes if there are many.
    case sharp
    /// One for each pixel.
    case yuv444
  }
}
