internal import Stages

/// The chunks that describe the pixels or the file.
extension PNGSurveyor {
  mutating func readPalette(_ chunk: PNGChunkWalker.Chunk) throws {
    guard dataState == .before, survey.palette.isEmpty else {
      return try ignore(chunk, "is not the first before the picture")
    }
    // For other colour types it is a suggestion for screens with 256 colours.
    guard survey.header.colorType == .palette else { return }
    guard 3...768 ~= chunk.byteCount, chunk.byteCount.isMultiple(of: 3),
      let content = try walker.content(of: chunk)
    else { throw Self.refusal("the palette (PLTE) is damaged", at: chunk.offset) }
    survey.palette = content
  }

  mutating func readTransparency(_ chunk: PNGChunkWalker.Chunk) throws {
    guard dataState == .before, survey.transparency.isEmpty else {
      return try ignore(chunk, "is not the first before the picture")
    }
    let allowed: ClosedRange<Int>
    switch survey.header.colorType {
    case .gray: allowed = 2...2
    case .rgb: allowed = 6...6
    case .palette: allowed = 1...256
    case .grayAlpha, .rgba: return try ignore(chunk, "is not allowed beside an alpha channel")
    }
    guard allowed.contains(chunk.byteCount), let content = try walker.content(of: chunk) else {
      return try ignore(chunk, "is damaged", .unknownData)
    }
    let entries = survey.palette.count / 3
    guard survey.header.colorType == .palette, content.count > entries else {
      survey.transparency = content
      return
    }
    survey.transparency = Array(content.prefix(entries))
    try warnings.report(
      ReadingWarning(
        kind: .nonconforming, byteOffset: chunk.offset,
        detail: "the chunk '\(chunk.type)' has \(content.count) entries for a palette of "
          + "\(entries); the rest is ignored"))
  }

  /// Counts a chunk towards the limits and processes colours and texts.
  mutating func readMetadata(_ chunk: PNGChunkWalker.Chunk) throws {
    try metadata.add(chunk.byteCount, limits: limits)
    switch chunk.type {
    case .standardRGB, .gamma, .chromaticities, .profile, .codePoints:
      guard dataState == .before else { return }
      guard let content = try walker.content(of: chunk) else {
        return try ignore(chunk, "is damaged", .unknownData)
      }
      color.take(chunk.type, content, maxProfileBytes: limits.maxMetadataChunkBytes)
    case .exif:
      guard dataState == .before else { return }
      guard let content = try walker.content(of: chunk) else {
        return try ignore(chunk, "is damaged", .unknownData)
      }
      guard let orientation = ExifOrientation.read(tiff: content) else { return }
      survey.orientation = orientation
      survey.metadata.orientation = ExifOrientation.value(of: orientation)
    case .text, .compressedText, .internationalText:
      guard let content = try walker.content(of: chunk) else {
        return try ignore(chunk, "is damaged", .unknownData)
      }
      let room = limits.maxMetadataChunkBytes - metadata.inflatedByteCount
      guard let text = PNGText(chunk.type, content, atMost: room) else { return }
      metadata.inflatedByteCount += text.inflatedByteCount
      if text.isXMP {
        survey.metadata.xmp = survey.metadata.xmp ?? text.text
      } else if survey.metadata.comments.count < SourceInfo.Metadata.maxComments {
        survey.metadata.comments.append(text.comment)
      }
    case .credentials: survey.metadata.hasCredentials = true
    default:
      break
    }
  }

  private mutating func ignore(
    _ chunk: PNGChunkWalker.Chunk, _ why: String,
    _ kind: ReadingWarning.Kind = .nonconforming
  ) throws {
    try warnings.report(
      ReadingWarning(
        kind: kind, byteOffset: chunk.offset, detail: "the chunk '\(chunk.type)' \(why); ignored"))
  }
}
