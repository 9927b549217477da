package import AnimTiming
package import Libav
package import Raster

/// The encoding of a video, with every choice made, for the plan.
///
/// Only created by ``resolve(container:options:size:keepsAlpha:timing:room:)``, so container and
/// codec always support it.
package struct VideoEncoding: Sendable, Hashable {
  package let container: VideoContainer
  package let codec: VideoCodec
  /// FFmpeg's name of the encoder.
  package let encoder: String
  /// The source's canvas in pixels.
  package let size: PixelSize
  /// The size of the video: if 4:2:0 needs even sides, they are padded on the right and bottom by
  /// repeating the edge.
  package let codedSize: PixelSize
  /// Whether alpha is stored with the colours.
  package let hasAlpha: Bool
  /// Whether decoded RGB equals the source's.
  package let isLossless: Bool
  /// The quality from 1 to 100 that ``crf`` follows from; nil if none was requested.
  package let quality: Int?
  /// Constant rate factor; nil for lossless, with a ``bitrate``, or for codecs without one.
  package let crf: Int?
  /// The fractional part of ``crf``.
  package let crfTenths: Int
  /// Bits per second; nil for constant quality.
  package let bitrate: Int?
  /// The encoder's preset; nil for encoders without presets.
  package let preset: String?
  /// The largest number of consecutive B-frames; 0 if frames are stored in display order.
  package let bFrames: Int
  /// The number of passes: 2 if the encoder sees all frames before it encodes the first, see
  /// ``FirstPass``.
  package let passes: Int
  package let threads: Int
  /// The encoder's look-ahead in images.
  let lookAhead: Int
  /// The division into segments; nil for a single encoder.
  package let segments: VideoSegments?
  /// Estimated memory of the encoders, in bytes, from measurements.
  package let encoderBytes: Int
  /// Nil if RGB is stored. Streams are tagged with it, and every player expects BT.709 for opaque
  /// video. Video with alpha uses BT.601, because Firefox 153 assumes it regardless of the tag
  /// (errors up to 22 of 255 with BT.709). Chromium 156 and Firefox, without a graphics processor,
  /// show the most saturated blues and greens of BT.709 with errors up to 12 of 255, because their
  /// converter has no factor above 2; BT.601 is within 2 everywhere.
  package let matrix: VideoOptions.Matrix?
  /// The high dynamic range of frames whose samples are stored unchanged; nil for sRGB.
  package let light: StoredLight?
  /// The colours of samples that are written unchanged; nil if they are converted from pixels.
  package let samples: StoredColor?
  /// The codec's tag in MP4 and MOV, such as `hvc1`.
  package let codecTag: String?
  /// The unit of all times that the sink receives.
  package let timebase: Timebase
  /// Ticks per second in the container: a whole multiple of those of ``timebase``.
  package let timescale: Int64
  /// Frames per second on average.
  let averageRate: Rational
  /// Whether colour and alpha alternate, see ``VideoTiming/alternatesAlpha``.
  let alternatesAlpha: Bool
  /// The quantizer of separately coded alpha, 0...63; nil for exact alpha.
  package let alphaCRF: Int?
  package let format: SampleFormat
  /// Whether 4:2:0 is corrected for the way players show it.
  package let isSharp: Bool
  /// Whether frames have few colours and hard edges.
  package let isPixelArt: Bool
  /// Whether frames have gradients and no edges.
  package let isSmooth: Bool
  /// The grain of frames, from 0 for none to 1 for much.
  package let grain: Double

  /// Whether a separate encoder encodes alpha, see ``AlphaEncoder``.
  package var codesAlphaApart: Bool { hasAlpha && recipe.codesAlphaApart }

  /// Whether it depends on the grain of frames.
  ///
  /// - Parameter options: those that it was resolved from.
  package func dependsOnGrain(_ options: VideoOptions) -> Bool {
    guard crf != nil, light == nil else { return false }
    let isOpen = options.crf == nil && options.quality == nil
    return recipe.filtersGrain || isOpen && recipe.quality!.lessForGrain > 0
  }

  /// All facts about the encoder.
  package var recipe: EncoderRecipe { .named(encoder) }

  /// FFmpeg's name of the stored pixel format, such as `yuv420p`.
  package var pixelFormat: String {
    (codesAlphaApart ? SampleFormat.yuv420(alpha: true) : format).pixelFormat.rawValue
  }

  /// Average frames per second as a fraction, for the encoder.
  package var averageFramesPerSecond: (numerator: Int, denominator: Int) {
    (Int(averageRate.numerator), Int(averageRate.denominator))
  }

  /// The fractional steps of a constant rate factor in tenths, ascending from 0.
  package var tenthsOfCRF: [Int] { recipe.quality?.tenths(passes) ?? [0] }

  /// Its name in the `codecs` of a media type (RFC 6381); nil if browsers need none.
  package func mediaName(frameCount: Int, total: RationalTime) -> String? {
    recipe.mediaName(self, frameCount, total)
  }

  /// The constant rate factor with its fraction: `20`, `23.4`.
  package var crfText: String? {
    crf.map { crfTenths == 0 ? "\($0)" : "\($0).\(crfTenths)" }
  }

  /// Whether the image was padded to even sides.
  package var isPadded: Bool { codedSize != size }
}

extension VideoEncoding: CustomStringConvertible {
  /// One line: `H.264 (libx264) yuv420p 600x338, crf 20, medium, 3 B-frames, 4 threads, bt709`.
  package var description: String {
    var parts = ["\(codec.title) (\(encoder)) \(pixelFormat) \(codedSize)"]
    if isPadded { parts[0] += " (padded from \(size))" }
    if isSharp { parts.append("sharp chroma") }
    if hasAlpha { parts.append(alphaCRF.map { "alpha crf \($0)" } ?? "alpha") }
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
