package import AnimTiming
package import Libav
package import Raster

/// How a video will be encoded: every choice made, as a plan shows it.
///
/// Made by ``resolve(container:options:size:keepsAlpha:timing:room:)`` and nothing else, so it is
/// always one that container and codec can do.
package struct VideoEncoding: Sendable, Hashable {
  package let container: VideoContainer
  package let codec: VideoCodec
  /// FFmpeg's name of the encoder.
  package let encoder: String
  /// The source's canvas in pixels.
  package let size: PixelSize
  /// The size of the video: sides that 4:2:0 needs even are padded at the right and the bottom by
  /// repeating the edge.
  package let codedSize: PixelSize
  /// Whether alpha is stored beside the colours.
  package let hasAlpha: Bool
  /// Whether decoded RGB equals the source's.
  package let isLossless: Bool
  /// Constant rate factor; nil when lossless, led by ``bitrate`` or without such a measure.
  package let crf: Int?
  /// What is added to ``crf``.
  package let crfTenths: Int
  /// Bits per second; nil when quality leads.
  package let bitrate: Int?
  /// Speed against size in the encoder's own words; nil for encoders without.
  package let preset: String?
  /// The most B-frames in a row; 0 when frames are stored in the order in which they show.
  package let bFrames: Int
  /// How often the encoder sees the frames: 2 when it gets to know all of them before it encodes the
  /// first, see ``FirstPass``.
  package let passes: Int
  package let threads: Int
  /// The most pictures that the encoder looks ahead.
  let lookAhead: Int
  /// How the video is cut; nil where one encoder takes all of it.
  package let segments: VideoSegments?
  /// Memory that the encoders take, in bytes, by a measured table.
  package let encoderBytes: Int
  /// Nil when RGB is stored. Streams say which it is, and BT.709 is what every player expects of
  /// opaque video. Video with alpha gets BT.601: Firefox 153 takes it for that whatever it says
  /// (up to 22 of 255 off as BT.709). Chromium 156 and Firefox, when no graphics processor
  /// converts for them, show BT.709's most saturated blues and greens up to 12 of 255 off,
  /// because their converter has no factor above 2; BT.601 comes back within 2 everywhere.
  package let matrix: VideoOptions.Matrix?
  /// The high dynamic range of frames whose samples are stored as they were read; nil for sRGB.
  package let light: StoredLight?
  /// The colours of samples that are written as they are read, where frames come with them; nil where they
  /// are made of pixels.
  package let samples: StoredColor?
  /// What names the codec in MP4 and MOV, such as `hvc1`.
  package let codecTag: String?
  /// The unit of every time that the sink is given.
  package let timebase: Timebase
  /// Ticks a second in which the container stores times: a whole multiple of those of ``timebase``.
  package let timescale: Int64
  /// Frames per second on average.
  let averageRate: Rational
  /// Whether colour and alpha take turns, see ``VideoTiming/alternatesAlpha``.
  let alternatesAlpha: Bool
  let format: SampleFormat

  /// Whether alpha is coded by an encoder of its own, see ``AlphaEncoder``.
  var codesAlphaApart: Bool { hasAlpha && EncoderRecipe.named(encoder).codesAlphaApart }

  /// FFmpeg's name of the stored pixels, such as `yuv420p`.
  package var pixelFormat: String {
    (codesAlphaApart ? SampleFormat.yuv420(alpha: true) : format).pixelFormat.rawValue
  }

  /// Frames per second on average, as a fraction: what the encoder is told.
  package var averageFramesPerSecond: (numerator: Int, denominator: Int) {
    (Int(averageRate.numerator), Int(averageRate.denominator))
  }

  /// The tenths of a constant rate factor that the encoder has steps for, ascending from 0.
  package var tenthsOfCRF: [Int] { EncoderRecipe.named(encoder).tenthsOfCRF(passes: passes) }

  /// The constant rate factor with its tenths: `20`, `23.4`.
  package var crfText: String? {
    crf.map { crfTenths == 0 ? "\($0)" : "\($0).\(crfTenths)" }
  }

  /// Whether the picture grew to even sides.
  package var isPadded: Bool { codedSize != size }
}

extension VideoEncoding: CustomStringConvertible {
  /// One line: `H.264 (libx264) yuv420p 600x338, crf 20, medium, 3 B-frames, 4 threads, bt709`.
  package var description: String {
    var parts = ["\(codec.title) (\(encoder)) \(pixelFormat) \(codedSize)"]
    if isPadded { parts[0] += " (padded from \(size))" }
    if hasAlpha { parts.append("alpha") }
    if isLossless { parts.append("lossless") }
    if let crfText { parts.append("crf \(crfText)") }
    if let bitrate { parts.append("\(bitrate) bit/s") }
    if let preset { parts.append(preset) }
    if passes > 1 { parts.append("\(passes) passes") }
    if bFrames > 0 { parts.append("\(bFrames) B-frame\(bFrames == 1 ? "" : "s")") }
    parts.append("\(threads) thread\(threads == 1 ? "" : "s")")
    if let segments {
      parts.append("segments of \(segments.length) frames, \(segments.atOnce) at once")
    }
    if let light {
      parts.append(light.name)
    } else if samples != nil {
      parts.append("samples as they are read")
    } else if let matrix {
      parts.append(matrix.rawValue)
    }
    return parts.joined(separator: ", ")
  }
}
