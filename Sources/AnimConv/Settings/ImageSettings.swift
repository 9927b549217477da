internal import Messages
internal import Writing

extension SettingGroup {
  /// Encoding of animated images.
  package static let image = SettingGroup(
    "Coding", scope: .init(feature: .images),
    settings: [
      .number(
        .quality, as: "n", from: 1, to: 100,
        """
        Quality of videos and pictures, from 1 (smallest) to 100. Films of the same quality look alike in \
        videos, WebP and AVIF; a GIF also loses what 256 colours cannot show.
        """,
        default: """
          75 for WebP and AVIF, about 75 for videos, 85 for GIF (75 for photographs and film), 90 for JPEG \
          frames, lossless for WebP frames
          """
      ) {
        $0.frames.quality = $1
        $0.image.quality = $1
        $0.video.quality = $1
      }
      .scoped(feature: .quality)
      .displacing(.crf, .bitrate)
      .example("90"),
      .number(
        .effort, as: "n", from: 0, to: 9,
        "Effort, from 0 (fastest) to 9 (smallest).",
        default: "4"
      ) { $0.image.effort = $1 }
      .example("9"),
      .number(
        .colors, as: "n", from: 2, to: 256,
        "Number of colours in a GIF's colour table or in all of an APNG, including transparency, from 2 to 256.",
        default: "256 for a GIF, all for an APNG"
      ) { $0.image.colors = $1 }
      .scoped(feature: .colorCount)
      .example("64"),
      .value(
        .dither, "a number from 0 to 1, such as 0.7", as: "share",
        "Dithering strength in a GIF, from 0 to 1.",
        default: "depends on the content",
        parse: { share(parsing: $0, through: 1) }, set: { $0.image.dither = $1 }
      )
      .scoped(feature: .palettes),
      .value(
        .motionThreshold, "a number from 0 to 10, such as 1.5", as: "factor",
        "Multiplier for the smallest change that redraws a pixel in a GIF; 0 redraws every change.",
        default: "1",
        parse: { share(parsing: $0, through: 10) }, set: { $0.image.motionThreshold = $1 }
      )
      .scoped(feature: .palettes),
      .choice(
        .alphaEdge, Conversion.Image.AlphaEdge.self, as: "rule",
        """
        Partly transparent pixels of a GIF: threshold (opaque from 50 % up), dither (a pattern) or \
        matte (blended with --matte).
        """,
        default: "threshold"
      ) { $0.image.alphaEdge = $1 }
      .scoped(feature: .palettes),
      .choice(
        .webp, WebPMode.self, as: "mode",
        """
        WebP frames: lossy, lossless, mixed (the smaller of both for each frame) or auto (lossless \
        for drawings, otherwise mixed, but the clearly larger way is tried only now and then).
        """,
        default: "auto"
      ) { $0.image.webp = $1 }
      .scoped(feature: .webp),
      .number(
        .alphaQuality, as: "n", from: 1, to: 100,
        "Quality of alpha in a WebP's lossy frames and in VP9, from 1 to 100, which is exact.",
        default: "100; 80 for soft alpha in VP9"
      ) { $0.image.alphaQuality = $1 }
      .scoped(feature: .alphaQuality)
      .example("80"),
      .switch(
        .globalPalette,
        "Use one colour table for the whole GIF."
      ) { $0.image.usesGlobalPalette = $1 }
      .scoped(feature: .palettes),
      .switch(
        .plain,
        "Write full frames without optimizations, for weak GIF decoders."
      ) { $0.image.isPlain = $1 }
      .scoped(feature: .palettes),
      .switch(
        .keepFrames,
        """
        In GIF, APNG, WebP and AVIF, keep frames that are identical to the previous one instead of \
        extending it, and add no clearing frames to a GIF. Frames from image files are always kept \
        unless --merge-repeats is given.
        """
      ) { $0.image.keepsFrames = $1 },
    ])
}

/// A decimal number from 0 up to a limit.
private func share(parsing text: String, through most: Double) -> Double? {
  guard let number = Double(text), 0...most ~= number, text.first?.isNumber == true else {
    return nil
  }
  return number
}
