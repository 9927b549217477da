internal import FileBoxes
internal import Libav
internal import Raster
internal import Stages

/// Walks the boxes of an AVIF: those of its animation if its brand is `avis`, otherwise those of
/// its primary image.
struct AVIFSurveyor {
  let source: ByteSource
  let limits: ReadingLimits
  var survey = AVIFSurvey()
  var warnings: WarningList
  private var metadata = MetadataCount()

  /// Surveys a whole file.
  ///
  /// - Throws: ``ReadingError``: malformed, unsupported, limitExceeded, system and, if damage is
  ///   not tolerated, damaged.
  /// - Complexity: reads all boxes except the images and keeps 24 bytes per frame.
  static func survey(_ source: ByteSource, options: ReadingOptions) throws -> AVIFSurvey {
    var surveyor = AVIFSurveyor(source, options)
    do {
      try surveyor.readFile()
    } catch let error as FileBoxError {
      throw ReadingError.malformed(detail: error.reason, frame: nil, byteOffset: nil)
    }
    let colors = PictureColors(surveyor.survey.colorDescription, for: .rgb)
    if let warning = colors.warning { try surveyor.warnings.report(warning) }
    surveyor.survey.conversion = colors.conversion
    surveyor.survey.warnings = surveyor.warnings.warnings
    return surveyor.survey
  }

  private init(_ source: ByteSource, _ options: ReadingOptions) {
    self.source = source
    limits = options.limits
    warnings = WarningList(isStrict: options.isStrict)
  }

  private mutating func readFile() throws {
    let brands = AVIFBrands(signature: try source.prefix(VideoFileFormat.signatureLength))
    var meta: FileBox?
    var movie: FileBox?
    var boxes = 0
    try BoxPlace.each(fileBytes: source.byteCount, read: source.bytes) { place in
      boxes += 1
      guard boxes <= Self.mostBoxes else {
        throw FileBoxError(reason: "the file has too many boxes")
      }
      switch place.kind {
      case "meta" where meta == nil: meta = try whole(place)
      case "moov" where movie == nil: movie = try whole(place)
      default: break
      }
      return meta == nil || movie == nil
    }
    if let movie, brands?.isSequence == true || meta == nil {
      try readMovie(movie)
    } else if let meta {
      try readItems(meta)
    } else {
      throw FileBoxError(reason: "the file has no picture: neither a box meta nor a box moov")
    }
    try readMarks(meta)
    if let end = try ContainerEnd.boxes(of: source),
      let warning = try source.trailingWarning(from: end, "AVIF")
    {
      try warnings.report(warning)
    }
    try check()
  }

  /// XMP is a separate item with its media type (ISO/IEC 23008-12, A.3), or a box.
  private mutating func readMarks(_ meta: FileBox?) throws {
    let marks = try BoxMarks(source)
    survey.hasCredentials = marks.hasCredentials
    survey.hasXMP =
      marks.hasXMP
      || meta?.content.firstRange(of: Array("application/rdf+xml\0".utf8)) != nil
  }

  private static let mostBoxes = 10_000

  /// A box with its contents.
  private mutating func whole(_ place: BoxPlace) throws -> FileBox {
    if place.isCut { throw FileBoxError(reason: "the box \(place.kind) is cut off") }
    try metadata.add(Int(clamping: place.content.count), limits: limits)
    let content = try source.bytes(place.content.lowerBound, place.content.count)
    if place.kind == "meta" { survey.metaOffset = place.content.lowerBound }
    return FileBox(kind: place.kind, content: content[...])
  }

  /// Checks both kinds of files against the limits and the end of the file.
  private mutating func check() throws {
    let (width, height) = (survey.colors.width, survey.colors.height)
    guard width > 0, height > 0 else { throw FileBoxError(reason: "the picture has no size") }
    try limits.check(.side, max(width, height), limits.maxSide)
    survey.size = PixelSize(width: width, height: height)
    try limits.check(canvas: survey.size)
    if let alpha = survey.alpha {
      guard alpha.count == survey.colors.count else {
        throw FileBoxError(
          reason: "there are \(survey.colors.count) pictures and alpha of \(alpha.count)")
      }
      guard (alpha.width, alpha.height) == (width, height) else {
        throw ReadingError.unsupported(
          detail: "alpha is \(alpha.width)x\(alpha.height) and the picture \(survey.size)",
          remedy: nil)
      }
    }
    if let crop = survey.crop, !PixelRect(survey.size).contains(crop) {
      throw FileBoxError(reason: "the visible part extends beyond the picture")
    }
    try dropMissing()
    if survey.colors.count == 0 { throw ReadingError.noFrames }
    try limits.check(frames: survey.colors.count, on: survey.size)
  }

  /// Drops frames from the first one that the file does not contain.
  private mutating func dropMissing() throws {
    let streams = [survey.colors] + (survey.alpha.map { [$0] } ?? [])
    let most = Self.mostBytes(survey.size)
    for stream in streams {
      for index in 0..<stream.count {
        let places = stream.places(index)
        if places.reduce(0, { $0 + $1.count }) > most {
          throw ReadingError.malformed(
            detail: "frame \(index) has more bytes than any picture of \(survey.size)",
            frame: index, byteOffset: places[0].lowerBound)
        }
      }
    }
    let present = (0..<survey.colors.count).prefix { index in
      streams.allSatisfy { stream in
        stream.places(index).allSatisfy { $0.upperBound <= source.byteCount }
      }
    }.count
    if present == survey.colors.count { return }
    if present == 0 {
      throw ReadingError.truncated(
        detail: "the file ends before any part of its first frame can be shown", frame: 0,
        byteOffset: source.byteCount)
    }
    let lost = survey.colors.count - present
    try warnings.report(
      ReadingWarning(
        kind: .truncated, frame: present, byteOffset: source.byteCount,
        detail: "the file ends before frame \(present); \(lost) "
          + "\(lost == 1 ? "frame is" : "frames are") lost"))
    survey.colors.samples.removeLast(lost)
    survey.alpha?.samples.removeLast(lost)
    survey.durations.removeLast(lost)
  }

  /// The largest number of bytes of an image; no encoder needs as many.
  private static func mostBytes(_ size: PixelSize) -> Int { 1 << 20 + size.area * 16 }

  // MARK: Colours and dimensions

  /// Reads a `colr` box.
  mutating func readColor(_ box: FileBox) throws {
    let kind = String(decoding: box.content.prefix(4), as: UTF8.self)
    switch kind {
    case "nclx":
      let primaries = Int(try box.count(at: 4, bytes: 2))
      let transfer = Int(try box.count(at: 6, bytes: 2))
      survey.codePoints = (primaries, transfer)
      survey.colorNames = ColorTags.names(
        primaries: primaries, transfer: transfer,
        matrix: Int(try box.count(at: 8, bytes: 2)),
        isFullRange: try box.number(at: 10, bytes: 1) & 0x80 != 0)
    case "prof", "rICC":
      survey.profile = survey.profile ?? ICCProfile(Array(box.content.dropFirst(4)))
    default: break
    }
  }

  static let alphaNames = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
  ]

  /// Whether an `auxC` or `auxi` box names alpha.
  static func namesAlpha(_ box: FileBox) -> Bool {
    let name = box.content.dropFirst(4).prefix { $0 != 0 }
    return alphaNames.contains(String(decoding: name, as: UTF8.self))
  }
}
