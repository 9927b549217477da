internal import Raster
internal import Stages

extension InputFormat {
  static let avif = InputFormat(
    .avif, Decoder("FFmpeg", "8, 10 and 12 bits"), reader: .frames(openAVIF),
    survey: { source, options in
      let survey = try AVIFSurveyor.survey(source, options: options)
      return try StillPicture(
        FramedPicture(kind: .avif, open: openAVIF),
        size: survey.orientation.upright(survey.visible.size),
        hasTransparency: survey.alpha != nil, sampleDepth: survey.colors.sampleDepth,
        frameCount: survey.colors.count,
        // Colours and alpha of up to 16 bits, with edges, and tables of two decoders.
        decodingBytes: 2 * ((survey.size.width + 128) * (survey.size.height + 128) * 6 + 8 << 20),
        limits: options.limits)
    }
  ) { AVIFBrands(signature: $0) != nil }

  @Sendable private static func openAVIF(
    _ source: ByteSource, _ options: ReadingOptions
  ) throws -> any FrameSource {
    let avif = try AVIFSource(source, options: options)
    return avif.orientation.isIdentity ? avif : TurnedSource(avif, avif.orientation)
  }
}
