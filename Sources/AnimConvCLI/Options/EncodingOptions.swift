internal import AnimConv
internal import ArgumentParser

/// How the video is compressed.
struct EncodingOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      "h264, hevc, av1, vp9, vp8 or prores. Default: h264 for MP4, vp9 for WebM, prores for MOV; for "
        + "high dynamic range (--hdr keep) hevc, av1 and hevc.",
      valueName: "codec"),
    transform: setting("codec"))
  var codec: String?

  @Option(
    help: ArgumentHelp(
      "Constant quality on the codec's own scale; lower is better and larger. Default: 20 for h264.",
      valueName: "n"),
    transform: setting("crf"))
  var crf: String?

  @Option(
    help: ArgumentHelp(
      "Effort: x264's and x265's names (ultrafast ... placebo), 0-13 for AV1, 0-8 for VP9. "
        + "Default: medium for h264.", valueName: "preset"),
    transform: setting("encoder-preset"))
  var encoderPreset: String?

  @Option(
    help: ArgumentHelp(
      "Most B-frames in a row of H.264 and HEVC, 0-16; 0 for players that take frames in the order of "
        + "the file. Default: 3.", valueName: "n"),
    transform: setting("bframes"))
  var bframes: String?

  @Option(
    help: ArgumentHelp(
      "Average bits per second instead of --crf: 800k, 2M.", valueName: "rate"),
    transform: setting("bitrate"))
  var bitrate: String?

  @Option(
    help: ArgumentHelp(
      "420, which plays everywhere, or 444, which keeps the colour of single pixels. Default: 420.",
      valueName: "chroma"),
    transform: setting("chroma"))
  var chroma: String?

  @Option(
    help: ArgumentHelp(
      "keep or drop the sound of a video; it is kept where times do not change. Default: keep.",
      valueName: "audio"),
    transform: setting("audio"))
  var audio: String?

  @Flag(
    help: """
      Keep every pixel exactly: few players show such videos; for a GIF, the default when it is \
      made of a GIF and nothing else is asked for.
      """)
  var lossless = false

  @Option(
    help: ArgumentHelp(
      """
      Take dither out of videos, WebPs and AVIFs: auto where it is certain, on, or off. Default: \
      off; web presets take auto.
      """, valueName: "when"),
    transform: setting("undither"))
  var undither: String?

  @Option(
    help: ArgumentHelp(
      "Encoder threads. Default: by picture size, so that every machine writes the same bytes.",
      valueName: "n"),
    transform: setting("threads"))
  var threads: String?

  @Option(
    help: ArgumentHelp(
      """
      Cut a long video every 250 frames and encode n segments at once; auto takes as many as \
      processors and memory allow. Faster for small pictures; the bytes are the same for every n.
      """, valueName: "n"),
    transform: setting("segments"))
  var segments: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "codec": codec,
      "crf": crf,
      "encoder-preset": encoderPreset,
      "bframes": bframes,
      "bitrate": bitrate,
      "chroma": chroma,
      "audio": audio,
      "lossless": text(of: lossless),
      "undither": undither,
      "threads": threads,
      "segments": segments,
    ]
  }
}
