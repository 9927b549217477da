internal import AnimTiming
internal import Messages
internal import Reading
internal import Stages

extension SettingGroup {
  /// Reading of any input: damage, limits, streams.
  package static let input = SettingGroup(
    "Input",
    settings: [
      .switch(
        .strict,
        "Fail on a damaged input (exit 65) instead of warning."
      ) { $0.reading.isStrict = $1 },
      .choice(
        .hdr, ReadingOptions.HighDynamicRange.self, as: "hdr",
        """
        High dynamic range (HLG, PQ): tonemap converts it to sRGB, refuse fails, keep preserves it \
        in HEVC and AV1 videos.
        """,
        default: "tonemap"
      ) { $0.reading.highDynamicRange = $1 },
      .number(
        .stream, as: "n", from: 0,
        "Index of the video stream, counted from 0.",
        default: "the stream that players show"
      ) { $0.reading.video.stream = $1 }
      .scoped(inputs: .videos)
      .example("1"),
      .choice(
        .deinterlace, ReadingOptions.Video.Deinterlacing.self, as: "mode",
        "auto removes combing from interlaced video; off keeps it.",
        default: "auto"
      ) { $0.reading.video.deinterlace = $1 }
      .scoped(inputs: .videos),
      .number(
        .maxPixels, as: "px", from: 1,
        "Largest canvas, in pixels.",
        default: "268435456 (16384x16384)"
      ) { $0.reading.limits.maxPixels = $1 }
      .example("1000000"),
      .number(
        .maxSide, as: "px", from: 1,
        "Longest side of the canvas, in pixels.",
        default: "65535"
      ) { $0.reading.limits.maxSide = $1 }
      .example("4096"),
      .number(
        .maxFrames, as: "n", from: 1,
        "Largest number of frames.",
        default: "200000"
      ) { $0.reading.limits.maxFrames = $1 }
      .example("1000"),
      .number(
        .maxTotalPixels, as: "px", from: 1,
        "Largest product of canvas pixels and frames.",
        default: "20000000000"
      ) { $0.reading.limits.maxTotalPixels = $1 }
      .example("1000000000"),
      .number(
        .maxMetadataChunk, as: "bytes", from: 1,
        "Largest metadata block, in bytes.",
        default: "8 MiB"
      ) { $0.reading.limits.maxMetadataChunkBytes = $1 }
      .example("1000000"),
      .number(
        .maxMetadata, as: "bytes", from: 1,
        "Largest total of metadata, in bytes.",
        default: "64 MiB"
      ) { $0.reading.limits.maxMetadataBytes = $1 }
      .example("8000000"),
      .number(
        .maxInputBytes, as: "bytes", from: 1,
        "Largest file of an input, in bytes.",
        default: "no limit"
      ) { $0.reading.limits.maxInputBytes = $1 }
      .example("100000000"),
      .number(
        .maxSpooledBytes, as: "bytes", from: 1,
        """
        Largest input from a pipe or standard input, in bytes. It is copied to a temporary file \
        first.
        """,
        default: "4 GiB"
      ) { $0.reading.limits.maxSpooledBytes = $1 }
      .example("1000000000"),
      .value(
        .fps, "a frame rate such as 25, 12.5 or 30000/1001", as: "rate",
        """
        Constant rate in frames/s, such as 12.5 or 30000/1001. For images, it replaces the \
        durations that come with them. An input with its own timing is sampled, as with --schedule \
        fps=R.
        """,
        default: "10 for images without durations",
        parse: { FrameRate($0) }, set: { $0.reading.frameRate = $1 }
      )
      .scoped(condition: .freeRate),
    ])
}
