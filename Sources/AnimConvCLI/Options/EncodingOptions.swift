internal import AnimConv
internal import ArgumentParser

/// How the video is compressed.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "h264, hevc, av1, vp9, vp8 or prores. Default: h264 for MP4, vp9 for WebM, prores for MOV.",
      valueName: "codec"),
    transform: parsing("h264, hevc, av1, vp9, vp8 or prores") { VideoCodec(rawValue: $0) })
  var codec: VideoCodec?

  @Option(
    help: ArgumentHelp(
      "Constant quality on the codec's own scale; lower is better and larger. Default: 20 for h264.",
      valueName: "n"))
  var crf: Int?

  @Option(
    help: ArgumentHelp(
      "Effort: x264's and x265's names (ultrafast ... placebo), 0-13 for AV1, 0-8 for VP9. "
        + "Default: medium for h264.", valueName: "preset"))
  var encoderPreset: String?

  @Option(
    help: ArgumentHelp(
      "Average bits per second instead of --crf: 800k, 2M.", valueName: "rate"),
    transform: parsing("a bit rate such as 800k or 2M") { bitsPerSecond($0) })
  var bitrate: Int?

  @Option(
    help: ArgumentHelp(
      "420, which plays everywhere, or 444, which keeps the colour of single pixels. Default: 420.",
      valueName: "chroma"),
    transform: parsing("420 or 444") { ChromaSubsampling(rawValue: "yuv" + $0) })
  var chroma: ChromaSubsampling?

  @Flag(help: "Keep every pixel exactly; few players show the result.")
  var lossless = false

  @Option(
    help: ArgumentHelp(
      "Encoder threads. Default: by picture size, so that every machine writes the same bytes.",
      valueName: "n"))
  var threads: Int?

  func validate() throws {
    if crf != nil && bitrate != nil {
      throw ValidationError("--crf and --bitrate exclude each other")
    }
    if let threads, !(1...64).contains(threads) {
      throw ValidationError("expected 1 to 64 for --threads but got \(threads)")
    }
  }

  var videoOptions: VideoOptions {
    var options = VideoOptions()
    options.codec = codec
    options.crf = crf
    options.encoderPreset = encoderPreset
    options.bitrate = bitrate
    if let chroma { options.chroma = chroma }
    options.isLossless = lossless
    options.threads = threads
    return options
  }

  /// `800k`, `2M`, `1500000`; nil for anything else and for rates below 1 kbit/s.
  private static func bitsPerSecond(_ text: String) -> Int? {
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
