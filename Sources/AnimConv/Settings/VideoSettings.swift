internal import Messages
internal import Writing

extension SettingGroup {
  /// Video encoding.
  package static let video = SettingGroup(
    "Encoding", scope: .init(feature: .encoding),
    settings: [
      .choice(
        .codec, VideoCodec.self, as: "codec",
        "Video codec: h264, hevc, av1, vp9, vp8 or prores.",
        default: """
          h264 for MP4, vp9 for WebM, prores for MOV; with --hdr keep, hevc for MP4 and MOV, av1 for \
          WebM
          """
      ) { $0.video.codec = $1 }
      .displacing(.bframes, .crf, .encoderPreset)
      .synonyms([
        "h265": "hevc", "x265": "hevc", "h.265": "hevc", "x264": "h264", "avc": "h264",
        "h.264": "h264",
      ]),
      .value(
        .crf, "a number with at most one decimal", as: "n",
        "Constant quality on the codec's own scale, such as 23 or 23.5; lower is better and larger.",
        default: "20 for h264, other values for other codecs",
        parse: { numberInTenths(parsing: $0) }, set: { $0.video.crf = $1 }
      )
      .displacing(.bitrate, .lossless, .quality)
      .example("28"),
      .text(
        .encoderPreset, "a preset name or number of the encoder", as: "preset",
        """
        Encoder effort: names such as ultrafast ... placebo for x264 and x265, 0-13 for AV1, 0-8 \
        for VP9.
        """,
        default: "medium for h264"
      ) { $0.video.encoderPreset = $1 }
      .example("slow")
      .words(EncoderRecipe.x264.presets),
      .number(
        .bframes, as: "n", from: 0, to: 16,
        """
        Largest number of consecutive B-frames in H.264 and HEVC, 0-16. Use 0 for players that \
        show frames in file order.
        """,
        default: "3"
      ) { $0.video.bFrames = $1 }
      .example("0"),
      .value(
        .bitrate, "a bit rate such as 800k or 2M", as: "rate",
        "Average bit rate instead of --crf: 800k, 2M.",
        default: "none",
        parse: { VideoOptions.bitsPerSecond(parsing: $0) }, set: { $0.video.bitrate = $1 }
      )
      .displacing(.crf, .lossless, .quality),
      .value(
        .chroma, "420, sharp or 444", as: "chroma",
        """
        Chroma subsampling of a video or an AVIF: 420 plays everywhere, sharp too and keeps coloured \
        edges, 444 keeps the colour of single pixels.
        """,
        default: "sharp where that is visible, otherwise 420; for an AVIF with few colours 444",
        parse: { VideoOptions.Chroma(rawValue: $0 == "sharp" ? $0 : "yuv" + $0) },
        set: { $0.video.chroma = $1 }
      )
      .scoped(feature: .chroma)
      .words(["420", "sharp", "444"]),
      .choice(
        .audio, VideoOptions.Audio.self, as: "audio",
        "keep or drop the audio of a video. It is kept only if the timing does not change.",
        default: "keep"
      ) { $0.video.audio = $1 },
      .switch(
        .lossless,
        """
        Keep every pixel exactly. Few players support such videos. A GIF made from a GIF is \
        lossless by default, unless another option changes it.
        """
      ) {
        $0.video.isLossless = $1
        $0.image.isLossless = $1
      }
      .scoped(feature: .lossless)
      .displacing(.crf, .bitrate),
      .choice(
        .undither, Conversion.Undithering.self, as: "when",
        """
        Remove dithering before encoding videos, WebP and AVIF: auto (only if detection is \
        certain), on, or off.
        """,
        default: "off; web presets use auto"
      ) { $0.undithering = $1 }
      .scoped(feature: .undithering),
      .number(
        .threads, as: "n", from: 1, to: 64,
        "Number of encoder threads.",
        default: "depends on the frame size, so that every machine writes the same bytes"
      ) { $0.video.threads = $1 }
      .example("2"),
      .value(
        .segments, "auto or a whole number from 1 to 64", as: "n",
        """
        Encode n segments of 250 frames in parallel; auto uses as many as processors and memory \
        allow. Faster for small frames; every n gives the same bytes.
        """,
        default: "no segments",
        parse: { text in
          if text == "auto" { return VideoOptions.Segments.auto }
          return Int(text).flatMap { 1...64 ~= $0 ? .atOnce($0) : nil }
        }, set: { $0.video.segments = $1 }
      )
      .example("4"),
    ])
}
