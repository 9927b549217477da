internal import AnimConv
internal import ArgumentParser

/// Options of video encoding.
struct EncodingOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Video codec: h264, hevc, av1, vp9, vp8 or prores. Default: h264 for MP4, vp9 for WebM, \
      prores for MOV; with --hdr keep, hevc for MP4 and MOV, av1 for WebM.
      """,
      valueName: "codec"),
    transform: setting("codec"))
  var codec: String?

  @Option(
    help: ArgumentHelp(
      """
      Constant quality on the codec's own scale; lower is better and larger. Default: 20 for \
      h264, other values for other codecs.
      """,
      valueName: "n"),
    transform: setting("crf"))
  var crf: String?

  @Option(
    help: ArgumentHelp(
      """
      Encoder effort: names such as ultrafast ... placebo for x264 and x265, 0-13 for AV1, 0-8 \
      for VP9. Default: medium for h264.
      """, valueName: "preset"),
    transform: setting("encoder-preset"))
  var encoderPreset: String?

  @Option(
    help: ArgumentHelp(
      """
      Largest number of consecutive B-frames in H.264 and HEVC, 0-16. Use 0 for players that show \
      frames in file order. Default: 3.
      """, valueName: "n"),
    transform: setting("bframes"))
  var bframes: String?

  @Option(
    help: ArgumentHelp(
      "Average bit rate instead of --crf: 800k, 2M. Default: none.", valueName: "rate"),
    transform: setting("bitrate"))
  var bitrate: String?

  @Option(
    help: ArgumentHelp(
      """
      Chroma subsampling: 420 plays everywhere, 444 keeps the colour of single pixels. Default: \
      420.
      """,
      valueName: "chroma"),
    transform: setting("chroma"))
  var chroma: String?

  @Option(
    help: ArgumentHelp(
      """
      keep or drop the audio of a video. It is kept only if the timing does not change. Default: \
      keep.
      """,
      valueName: "audio"),
    transform: setting("audio"))
  var audio: String?

  @Flag(
    help: """
      Keep every pixel exactly. Few players support such videos. A GIF made from a GIF is \
      lossless by default, unless another option changes it.
      """)
  var lossless = false

  @Option(
    help: ArgumentHelp(
      """
      Remove dithering before encoding videos, WebP and AVIF: auto (only if detection is \
      certain), on, or off. Default: off; web presets use auto.
      """, valueName: "when"),
    transform: setting("undither"))
  var undither: String?

  @Option(
    help: ArgumentHelp(
      """
      Number of encoder threads. Default: depends on the frame size, so that every machine writes \
      the same bytes.
      """,
      valueName: "n"),
    transform: setting("threads"))
  var threads: String?

  @Option(
    help: ArgumentHelp(
      """
      Encode n segments of 250 frames in parallel; auto uses as many as processors and memory \
      allow. Faster for small frames; every n gives the same bytes. Default: no segments.
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
