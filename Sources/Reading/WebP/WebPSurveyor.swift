internal import AnimTiming
internal import Raster
internal import Stages

/// Walks the chunks of a WebP from its RIFF header to its end.
///
/// The walk ends at the size in the RIFF header or at the end of the file; further bytes are
/// reported and ignored. Frames up to there are kept.
struct WebPSurveyor {
  /// `RIFF`, a size, `WEBP`.
  private static let headerByteCount = 12

  let reader: ByteReader
  let limits: ReadingLimits
  var survey = WebPSurvey()
  var warnings: WarningList
  private var metadata = MetadataCount()
  /// Pixels of all frames, including parts outside the canvas.
  var decodedPixels = 0
  /// Whether there was an extended file header.
  private var isExtended = false
  private var hasProfile = false
  /// The end of the still image's data.
  var stillEnd: Int64 = 0
  /// The state of the truncated frame; nil if there is none.
  var cut: Cut?

  enum Cut {
    case lost, kept
  }

  /// Surveys a whole file.
  ///
  /// - Throws: ``ReadingError``: malformed, noFrames, limitExceeded, system and, if damage is not
  ///   tolerated, damaged.
  /// - Complexity: reads the headers of all chunks and keeps 40 bytes per frame.
  static func survey(_ reader: ByteReader, options: ReadingOptions) throws -> WebPSurvey {
    var surveyor = WebPSurveyor(reader, options)
    try surveyor.readFile()
    guard !surveyor.survey.records.isEmpty else { throw ReadingError.noFrames }
    surveyor.survey.markStarts()
    surveyor.survey.warnings = surveyor.warnings.warnings
    return surveyor.survey
  }

  private init(_ reader: ByteReader, _ options: ReadingOptions) {
    self.reader = reader
    limits = options.limits
    warnings = WarningList(isStrict: options.isStrict)
  }

  private mutating func readFile() throws {
    guard let header = try reader.read(Self.headerByteCount) else {
      throw ReadingError.truncated(
        detail: "the file ends inside its header", frame: nil, byteOffset: reader.position)
    }
    let declaredEnd = Int64(LittleEndian.word32(header, 4)) + Int64(WebPChunk.headerByteCount)
    let end = min(declaredEnd, reader.source.byteCount)
    var walker = WebPChunkWalker(reader, from: Int64(Self.headerByteCount), to: end)
    if let first = try walker.next() {
      try warnAboutFirst(first)
      try read(first, end: end)
    }
    while let chunk = try walker.next() { try read(chunk, end: end) }
    // A last chunk of odd size may lack its padding.
    let isShort = declaredEnd > end && walker.position < declaredEnd
    if isShort || walker.isCut { try reportTruncation(at: end) }
    try warnTrailing(from: declaredEnd)
  }

  /// A file begins with a picture or the extended header (RFC 9649, 2.5 to 2.7). Browsers refuse
  /// others, and an unknown chunk may have been the header.
  private mutating func warnAboutFirst(_ chunk: WebPChunk) throws {
    switch chunk.known {
    case .lossy, .lossless, .extended: return
    case let known:
      try warnings.report(
        ReadingWarning(
          kind: known == nil ? .unknownData : .nonconforming, byteOffset: chunk.offset,
          detail: "the first chunk is \(known.map { "'\($0.rawValue)'" } ?? "unknown") "
            + "instead of 'VP8 ', 'VP8L' or 'VP8X'; browsers refuse the file"))
    }
  }

  /// - Parameter end: after the last byte that the RIFF header counts.
  private mutating func warnTrailing(from end: Int64) throws {
    let padded = end + end & 1
    guard let warning = try reader.source.trailingWarning(from: padded, "WebP") else { return }
    try warnings.report(warning)
  }

  private mutating func read(_ chunk: WebPChunk, end: Int64) throws {
    switch chunk.known {
    case .extended: try readExtendedHeader(chunk)
    case .animation: try readAnimation(chunk)
    case .frame where survey.isAnimation: try readFrame(chunk)
    case .alpha, .lossy, .lossless:
      if survey.isAnimation {
        try ignore(chunk, "is a picture outside the frames", .unknownData)
      } else if survey.records.isEmpty {
        try readStill(from: chunk, end: end)
      } else if chunk.offset >= stillEnd {
        try ignore(chunk, "comes after the picture", .nonconforming)
      }
    case .frame: try ignore(chunk, "is a frame in a file without animation", .unknownData)
    case .profile:
      try metadata.add(chunk.byteCount, limits: limits)
      try readProfile(chunk)
    case .exif:
      try metadata.add(chunk.byteCount, limits: limits)
      guard let content = try content(of: chunk, chunk.byteCount) else { return }
      survey.metadata.orientation =
        (ExifOrientation.read(content) ?? ExifOrientation.read(tiff: content))
        .map(ExifOrientation.value(of:)) ?? survey.metadata.orientation
    case .xmp:
      try metadata.add(chunk.byteCount, limits: limits)
      guard survey.metadata.xmp == nil, let content = try content(of: chunk, chunk.byteCount)
      else { return }
      survey.metadata.xmp = String(validating: content, as: UTF8.self)
    case .credentials:
      try metadata.add(chunk.byteCount, limits: limits)
      survey.metadata.hasCredentials = true
    case nil: try metadata.add(chunk.byteCount, limits: limits)
    }
  }

  /// Finds the conversion to sRGB; the first profile counts.
  private mutating func readProfile(_ chunk: WebPChunk) throws {
    guard !hasProfile, let content = try content(of: chunk, chunk.byteCount) else { return }
    hasProfile = true
    let profile = ICCProfile(content)
    survey.metadata.profileName = profile?.name
    let colors = PictureColors(profile.map { .profile($0) }, for: .rgb)
    if let warning = colors.warning { try warnings.report(warning) }
    survey.conversion = colors.conversion
  }

  /// Reads the canvas and whether there is an animation (WebP container specification, "Extended
  /// file format").
  private mutating func readExtendedHeader(_ chunk: WebPChunk) throws {
    guard !isExtended, survey.records.isEmpty else {
      return try ignore(chunk, "is not the first of the file", .nonconforming)
    }
    guard chunk.byteCount >= 10, let content = try content(of: chunk, 10) else {
      throw ReadingError.malformed(
        detail: "the header (VP8X) is too short", frame: nil, byteOffset: chunk.offset)
    }
    isExtended = true
    survey.isAnimation = content[0] & 2 != 0
    survey.size = PixelSize(
      width: Int(LittleEndian.word24(content, 4)) + 1,
      height: Int(LittleEndian.word24(content, 7)) + 1)
    try limits.check(canvas: survey.size)
  }

  /// Reads the loop count; the first such chunk counts.
  private mutating func readAnimation(_ chunk: WebPChunk) throws {
    guard survey.isAnimation, survey.declaredPlays == nil, chunk.byteCount >= 6,
      let content = try content(of: chunk, 6)
    else { return try ignore(chunk, "is out of place or too short", .nonconforming) }
    survey.declaredPlays = LoopCount(totalPlays: Int(LittleEndian.word16(content, 4)))
  }

  /// The first bytes of a chunk; nil if they cannot be read.
  func content(of chunk: WebPChunk, _ count: Int) throws -> [UInt8]? {
    reader.seek(to: chunk.offset)
    return try reader.read(min(count, chunk.byteCount))
  }

  mutating func ignore(
    _ chunk: WebPChunk, _ why: String, _ kind: ReadingWarning.Kind
  ) throws {
    try warnings.report(
      ReadingWarning(
        kind: kind, byteOffset: chunk.offset,
        detail: "the chunk '\(String(decoding: chunk.type, as: UTF8.self))' \(why); ignored"))
  }

  private mutating func reportTruncation(at end: Int64) throws {
    guard let last = survey.records.indices.last else { return }
    let detail =
      switch cut {
      case .lost: "the file ends inside frame \(last + 1), which is lost"
      case .kept: "the file ends inside frame \(last)"
      case nil: "the file ends early, after frame \(last)"
      }
    try warnings.report(
      ReadingWarning(
        kind: .truncated, frame: cut.map { $0 == .lost ? last + 1 : last }, byteOffset: end,
        detail: detail))
  }
}
