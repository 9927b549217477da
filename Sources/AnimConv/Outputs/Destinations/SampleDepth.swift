internal import Messages
internal import Reading
internal import Writing

/// The bits of a sample in pictures of frames.
enum SampleDepth {
  /// 8 or 16.
  ///
  /// - Throws: ``FrameFilesError`` if 16 bits were requested but the shaping of the frames keeps
  ///   only 8.
  static func decided(_ options: FrameFilesOptions, _ frames: PlayedFrames) throws -> Int {
    switch options.depth {
    case nil, .eight: return 8
    case .sixteen:
      guard WideShaper.suits(frames.shaping) else {
        throw FrameFilesError.conflict(
          "\(.depth, "16", swift: ".sixteen")",
          "\(.alpha, case: "\(frames.shaping.alpha)")")
      }
      return 16
    case .auto:
      return (options.format ?? .png).isWide && !options.mergesDuplicates
        && frames.source.sampleDepth > 8 && frames.source.reasonForBytes == nil
        && WideShaper.suits(frames.shaping) ? 16 : 8
    }
  }

  /// The note about dropped bits, or about 16 bits that the input does not fill.
  static func note(
    _ depth: Int, _ format: FrameFilesOptions.PictureFormat, _ source: SourceInfo
  ) -> ConversionMessage? {
    let stored = source.sampleDepth
    if depth == 16 {
      if stored > 8, let reason = source.reasonForBytes {
        return "the input has \(stored) bits a sample and 8 are kept: \(reason)"
      }
      if stored > 8 || source.video != nil { return nil }
      return "the input has 8 bits a sample, so 16 bits add nothing"
    }
    guard stored > 8 else { return nil }
    let wide: ConversionMessage = "\(.depth, "16", swift: ".sixteen")"
    guard format.isWide else {
      return "the input has \(stored) bits a sample and 8 are kept; "
        + "\(.frameFormat, case: "png") and \(wide) keep all"
    }
    return "the input has \(stored) bits a sample and 8 are kept; \(wide) keeps all"
  }
}
