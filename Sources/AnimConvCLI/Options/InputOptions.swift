internal import AnimConv
internal import ArgumentParser

/// Options for reading the input.
struct InputOptions: SettingOptions {
  @Flag(help: "Fail on a damaged input (exit 65) instead of warning.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      """
      High dynamic range (HLG, PQ): tonemap converts it to sRGB, refuse fails, keep preserves it \
      in HEVC and AV1 videos. Default: tonemap.
      """,
      valueName: "hdr"),
    transform: setting("hdr"))
  var hdr: String?

  @Option(
    help: ArgumentHelp(
      """
      Index of the video stream, counted from 0. Default: the stream that players show.
      """,
      valueName: "n"),
    transform: setting("stream"))
  var stream: String?

  @Option(
    help: ArgumentHelp(
      "auto removes combing from interlaced video; off keeps it. Default: auto.",
      valueName: "mode"),
    transform: setting("deinterlace"))
  var deinterlace: String?

  @Option(
    help: ArgumentHelp(
      "Largest canvas, in pixels. Default: 268435456 (16384x16384).", valueName: "px"),
    transform: setting("max-pixels"))
  var maxPixels: String?

  @Option(
    help: ArgumentHelp("Longest side of the canvas, in pixels. Default: 65535.", valueName: "px"),
    transform: setting("max-side"))
  var maxSide: String?

  @Option(
    help: ArgumentHelp("Largest number of frames. Default: 200000.", valueName: "n"),
    transform: setting("max-frames"))
  var maxFrames: String?

  @Option(
    help: ArgumentHelp(
      "Largest product of canvas pixels and frames. Default: 20000000000.", valueName: "px"),
    transform: setting("max-total-pixels"))
  var maxTotalPixels: String?

  @Option(
    help: ArgumentHelp(
      "Largest metadata block, in bytes. Default: 8 MiB.",
      valueName: "bytes"),
    transform: setting("max-metadata-chunk"))
  var maxMetadataChunk: String?

  @Option(
    help: ArgumentHelp("Largest total of metadata, in bytes. Default: 64 MiB.", valueName: "bytes"),
    transform: setting("max-metadata"))
  var maxMetadata: String?

  @Option(
    help: ArgumentHelp(
      """
      Largest input from a pipe or standard input, in bytes. It is copied to a temporary file \
      first. Default: 4 GiB.
      """,
      valueName: "bytes"),
    transform: setting("max-spooled-bytes"))
  var maxSpooledBytes: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "strict": text(of: strict),
      "hdr": hdr,
      "stream": stream,
      "deinterlace": deinterlace,
      "max-pixels": maxPixels,
      "max-side": maxSide,
      "max-frames": maxFrames,
      "max-total-pixels": maxTotalPixels,
      "max-metadata-chunk": maxMetadataChunk,
      "max-metadata": maxMetadata,
      "max-spooled-bytes": maxSpooledBytes,
    ]
  }
}
