internal import AnimTiming
internal import Libav
package import Raster

/// One of FFmpeg's encoders, with all facts about it: limits, defaults, options, memory, cost, and
/// the effect of its constant rate factor.
///
/// Each encoder is one file and one entry in ``all``. No other code distinguishes encoders.
package struct EncoderRecipe: Sendable {
  /// FFmpeg's name.
  var name: String
  var codec: VideoCodec
  /// Its constant rate factor; nil for encoders without one.
  package var quality: CRFScale?
  /// Speed presets, in the encoder's own names and order.
  package var presets: [String] = []
  var defaultPreset: String?
  /// The preset for live recording; nil for ``defaultPreset``.
  var livePreset: String?
  /// A better preset than ``defaultPreset`` for certain passes and sizes; nil for none.
  var betterPreset: @Sendable (_ passes: Int, _ size: PixelSize) -> String? = { _, _ in nil }
  /// Whether it makes smaller files of such images than the codec's preferred encoder, at its default
  /// preset.
  var isBetter: @Sendable (_ size: PixelSize, _ isPixelArt: Bool) -> Bool = { _, _ in false }
  var needsEvenSides = false
  /// Limits of the coded image in pixels; ``PictureLimits`` has the general ones.
  var minSide = 1
  var maxSide = 16_384
  var supports444 = false
  /// Whether it stores only 4:4:4 with 10 bits.
  var isDeepOnly = false
  var losslessFormat: SampleFormat?
  /// Whether its streams can carry alpha with the colours.
  var supportsAlpha = false
  /// Whether it can store high dynamic range.
  var keepsLight = false
  /// The matrix that its streams imply whatever the container says; nil for any.
  var impliedMatrix: VideoOptions.Matrix?
  /// Whether segments of a video can be encoded in parallel.
  var takesSegments = false
  /// Used in MP4 and MOV.
  var codecTag: String?
  /// Whether its headers go into the container in WebM, too.
  var needsGlobalHeader = false
  /// Whether every image is a key frame.
  var hasOnlyKeyFrames = false
  /// Whether the encoder receives the true time of every frame instead of its index. Only x264
  /// benefits: it spends more bits on longer frames. libvpx, libaom and SVT-AV1 would assume one
  /// tick per frame, so their rate control would assume a thousand frames per second.
  var takesTrueTimes = false
  /// Whether it predicts frames from one that is shown later, and outputs that one first.
  var reordersFrames = false
  /// Whether the chroma position is passed to the stream.
  var storesChromaPosition = false
  /// Whether it removes grain by default, whatever its factor.
  var filtersGrain = false
  /// The slowest presets that benefit from a first pass over all frames.
  ///
  /// With it, libvpx knows which images deserve more bits because others are predicted from them,
  /// and keeps such an image in addition to the last one: in a single pass it uses every eighth,
  /// regardless of content.
  var presetsWithTwoPasses: Set<String> = []
  /// FFmpeg's name of the decoder that shows alpha; nil for its default decoder.
  var alphaDecoder: String?
  /// The cost at the default preset.
  package var nanosecondsPerPixel: Int
  /// The order in which browsers should try codecs, smallest files first.
  package var browserRank: Int
  /// Its name in the `codecs` of a media type (RFC 6381); nil if browsers need none.
  var mediaName: @Sendable (VideoEncoding, _ frames: Int, RationalTime) -> String? = {
    _, _, _ in nil
  }
  /// The highest bit rate with constant quality; nil for encoders that need none.
  var ceiling: @Sendable (VideoEncoding) -> Int? = { _ in nil }
  /// The private options for an encoding.
  var options: @Sendable (VideoEncoding) -> [Encoder.Option]
  /// Those of a second encoder for alpha, which is encoded separately and losslessly; nil for
  /// encoders whose wrapper encodes it like colours.
  var alphaOptions: (@Sendable (VideoEncoding) -> [Encoder.Option])?
  /// The memory with a preset, measured with 4:2:0 and 8 bits.
  var memory: @Sendable (_ preset: String?) -> EncoderMemory

  /// The longest distance between key frames, in frames.
  static let maxKeyFrameDistance = 250

  /// With this few frames, no single image deserves more bits.
  static let fewestForTwoPasses = 12

  /// Alpha is an exception, because it is lossless: six frames took a quarter fewer bytes.
  static let fewestWithAlphaForTwoPasses = 4

  /// Statistics need 0.7 KB per frame, and memory must not grow with the number of frames: 14 MB
  /// last about a quarter of an hour at 24 frames per second.
  static let mostForTwoPasses = 20_000

  /// All encoders; for each codec, the preferred one first.
  static let all = [x264, x264RGB, x265, svtAV1, aomAV1, vp9, vp8, proRes]

  /// The recipe of an encoder in ``VideoCodec/encoders``.
  package static func named(_ name: String) -> EncoderRecipe {
    guard let recipe = all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is not an encoder of any codec here")
    }
    return recipe
  }

  /// The default preset.
  package func defaultPreset(passes: Int, size: PixelSize) -> String? {
    betterPreset(passes, size) ?? defaultPreset
  }

  /// Whether alpha is encoded by a separate encoder.
  var codesAlphaApart: Bool { alphaOptions != nil }

  /// The format of samples with 4:2:0, or the only one.
  ///
  /// - Parameter keepsLight: whether high dynamic range is kept if possible.
  package func usualFormat(keepsLight: Bool) -> SampleFormat {
    if isDeepOnly { return .yuv444Deep(alpha: false) }
    return keepsLight && self.keepsLight ? .yuv420Deep : .yuv420(alpha: false)
  }
}
