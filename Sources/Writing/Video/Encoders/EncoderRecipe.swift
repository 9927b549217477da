internal import Libav
package import Raster

/// One of FFmpeg's encoders: its limits, defaults and private options.
package struct EncoderRecipe: Sendable {
  /// FFmpeg's name.
  var name: String
  var defaultCRF: Int?
  /// Speed presets, in the encoder's own terms and order.
  package var presets: [String] = []
  var defaultPreset: String?
  /// The preset for live recording; nil for ``defaultPreset``.
  var livePreset: String?
  var needsEvenSides = false
  /// Limits of the coded image in pixels; ``PictureLimits`` has the general ones.
  var minSide = 1
  var maxSide = 16_384
  var supports444 = false
  var losslessFormat: SampleFormat?
  /// In MP4 and MOV.
  var codecTag: String?
  /// Whether the encoder receives the true time of every frame instead of its index. Only x264
  /// benefits: it spends more bits on longer frames. libvpx, libaom and SVT-AV1 would assume one
  /// tick per frame, and their rate control a thousand frames per second.
  var takesTrueTimes = false
  /// Whether alpha is encoded separately and losslessly rather than by FFmpeg's wrapper, which
  /// encodes it like colours.
  var codesAlphaApart = false
  /// Whether it predicts frames from one that is shown later, and outputs that one first.
  var reordersFrames = false
  /// The slowest presets that benefit from a first pass over all frames.
  ///
  /// With it, libvpx knows which images deserve more bits because others are predicted from them,
  /// and keeps such an image in addition to the last one: in a single pass it uses every eighth,
  /// regardless of content.
  var presetsWithTwoPasses: Set<String> = []

  /// The longest distance between key frames, in frames.
  static let maxKeyFrameDistance = 250

  /// With this few frames, no single image deserves more bits.
  static let fewestForTwoPasses = 12

  /// Except for alpha, which is lossless: six frames took a quarter fewer bytes.
  static let fewestWithAlphaForTwoPasses = 4

  /// Statistics need 0.7 KB per frame, and memory must not grow with the number of frames: 14 MB
  /// last about a quarter of an hour at 24 frames per second.
  static let mostForTwoPasses = 20_000

  /// The default preset.
  ///
  /// With a single pass, libvpx compensates by a longer look-ahead: without it, screen recordings
  /// take 1.7 times the bytes. SVT-AV1 takes 4 % fewer for small images, 1.5 times the time, and 30
  /// more bytes of memory per pixel, which is more than a tenth for larger images.
  package func defaultPreset(passes: Int, size: PixelSize) -> String? {
    switch name {
    case Self.vp9.name where passes == 1: "1"
    case Self.svtAV1.name where size.area <= 960 * 540: "6"
    default: defaultPreset
    }
  }

  /// The fractional steps of a constant rate factor in tenths, ascending from 0.
  ///
  /// Whole factors of VP9 and AV1 differ by 3 to 8 % in bytes.
  func tenthsOfCRF(passes: Int) -> [Int] {
    switch name {
    case Self.x264.name, Self.x265.name: Array(0...9)
    // Quarters; later releases have another setting for them.
    case Self.svtAV1.name where SVTAV1.release < 2: [0, 3, 5, 8]
    // About the middle; in a single pass it is no better than the previous factor.
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

  /// Images smaller than a coding tree unit corrupt x265's memory (3.5: 34x18, 48x34).
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
