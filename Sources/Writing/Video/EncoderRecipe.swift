internal import Libav
package import Raster

/// What animconv knows of one of FFmpeg's encoders: its limits, defaults and its own options.
package struct EncoderRecipe: Sendable {
  /// FFmpeg's name.
  var name: String
  var defaultCRF: Int?
  /// Speed against size, the encoder's own words in its own order.
  package var presets: [String] = []
  var defaultPreset: String?
  /// What is taken for live pictures; nil for ``defaultPreset``.
  var livePreset: String?
  var needsEvenSides = false
  /// Of the coded picture, in pixels; ``PictureLimits`` has what holds for all.
  var minSide = 1
  var maxSide = 16_384
  var supports444 = false
  var losslessFormat: SampleFormat?
  /// In MP4 and MOV.
  var codecTag: String?
  /// The encoder is told the true time of every frame instead of its number. Only x264 makes
  /// sense of it: it spends more on frames that stay longer. libvpx, libaom and SVT-AV1 would
  /// take each frame for one tick long and their rate control for a thousand frames a second.
  var takesTrueTimes = false
  /// Alpha is coded apart, without loss, and not by FFmpeg's wrapper, which codes it as it codes
  /// colours.
  var codesAlphaApart = false
  /// It predicts frames from one that shows later, too, and gives that one out before them.
  var reordersFrames = false
  /// The slowest presets, which a pass over all frames before the one that encodes helps.
  ///
  /// libvpx then knows which pictures are worth more bytes because others are predicted from them, and
  /// keeps such a picture besides the last: in one pass it takes every eighth, whatever it shows.
  var presetsWithTwoPasses: Set<String> = []

  /// The most pictures from one key frame to the next.
  static let maxKeyFrameDistance = 250

  /// So few frames have no picture that is worth more than others.
  static let fewestForTwoPasses = 12

  /// But for alpha, which is coded without loss: six frames took a quarter fewer bytes.
  static let fewestWithAlphaForTwoPasses = 4

  /// Statistics take 0.7 KB a frame, and memory is not to grow with the number of frames: about a
  /// quarter of an hour at 24 frames a second, in 14 MB.
  static let mostForTwoPasses = 20_000

  /// What is taken when nobody asks for a preset.
  ///
  /// libvpx makes up for one pass by looking longer: without it, screen recordings take 1.7 times the
  /// bytes. SVT-AV1 takes 4 % fewer for small pictures in half as much time again, and 30 bytes of memory more
  /// for a pixel, which is more than a tenth where pictures are larger.
  package func defaultPreset(passes: Int, size: PixelSize) -> String? {
    switch name {
    case Self.vp9.name where passes == 1: "1"
    case Self.svtAV1.name where size.area <= 960 * 540: "6"
    default: defaultPreset
    }
  }

  /// The tenths of a constant rate factor that it has steps for, ascending from 0.
  ///
  /// Whole factors of VP9 and AV1 are 3 to 8 % of the bytes apart.
  func tenthsOfCRF(passes: Int) -> [Int] {
    switch name {
    case Self.x264.name, Self.x265.name: Array(0...9)
    // Quarters, which later releases have another way for.
    case Self.svtAV1.name where SVTAV1.release < 2: [0, 3, 5, 8]
    // About the middle; in one pass it is no better than the factor before.
    case Self.vp9.name where passes == 2: [0, 5]
    default: [0]
    }
  }

  /// The recipe of an encoder in ``VideoCodec/encoders``.
  package static func named(_ name: String) -> EncoderRecipe {
    guard let recipe = all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is not an encoder of any codec here")
    }
    return recipe
  }

  private static let all = [
    x264, x264RGB, x265, svtAV1, aomAV1, vp9, vp8, proRes,
  ]

  private static let x26xPresets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
    "placebo",
  ]

  package static let x264 = EncoderRecipe(
    name: "libx264", defaultCRF: 20, presets: x26xPresets, defaultPreset: "medium",
    needsEvenSides: true, supports444: true, codecTag: "avc1", takesTrueTimes: true,
    reordersFrames: true)

  static let x264RGB = EncoderRecipe(
    name: "libx264rgb", presets: x26xPresets, defaultPreset: "medium",
    losslessFormat: .packedRGB, codecTag: "avc1", takesTrueTimes: true, reordersFrames: true)

  /// Smaller pictures than a coding tree unit corrupt x265's memory (3.5: 34x18, 48x34).
  static let x265 = EncoderRecipe(
    name: "libx265", defaultCRF: 22, presets: x26xPresets, defaultPreset: "medium",
    needsEvenSides: true, minSide: 64, supports444: true, losslessFormat: .planarRGB,
    codecTag: "hvc1", reordersFrames: true)

  static let svtAV1 = EncoderRecipe(
    name: "libsvtav1", defaultCRF: 30, presets: (0...13).map(String.init), defaultPreset: "7",
    livePreset: "9", needsEvenSides: true, minSide: 64, maxSide: 8192, codecTag: "av01")

  static let aomAV1 = EncoderRecipe(
    name: "libaom-av1", defaultCRF: 28, presets: (0...8).map(String.init), defaultPreset: "6",
    supports444: true, losslessFormat: .planarRGB, codecTag: "av01")

  static let vp9 = EncoderRecipe(
    name: "libvpx-vp9", defaultCRF: 28, presets: (0...8).map(String.init), defaultPreset: "2",
    livePreset: "2", supports444: true, losslessFormat: .planarRGB, codesAlphaApart: true,
    presetsWithTwoPasses: ["0", "1", "2", "3"])

  static let vp8 = EncoderRecipe(
    name: "libvpx", defaultCRF: 10, presets: (0...16).map(String.init), defaultPreset: "4",
    // RFC 6386, 9.1: 14 bits a side.
    maxSide: 16_383)

  static let proRes = EncoderRecipe(name: "prores_ks", codecTag: "ap4h")
}
