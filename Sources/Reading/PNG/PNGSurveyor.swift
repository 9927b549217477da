internal import AnimTiming
internal import Raster
internal import Stages

/// Walks the chunks of a PNG or APNG from its signature to its end, verifies every checksum, and
/// decompresses only texts.
///
/// Errors in the only image make the file unreadable. Errors in the chunks of an animation end it
/// there: earlier frames are kept, and if there are none, the still image is shown, as the PNG
/// specification (third edition, section 4.9) recommends.
struct PNGSurveyor {
  let limits: ReadingLimits
  private let range: ReadingOptions.HighDynamicRange
  var walker: PNGChunkWalker
  var survey: PNGSurvey
  var warnings: WarningList
  var color = PNGColorSpace()
  var metadata = MetadataCount()

  /// The position of the walk relative to the image's own data.
  enum DataState {
    case before, inside, after
  }
  var dataState = DataState.before
  /// The image's own data, which is a frame of the animation only if an `fcTL` precedes it.
  var still: PNGFrameRecord

  /// The state of the animation's chunks.
  enum AnimationState {
    /// No `acTL` yet.
    case none
    /// An `acTL` announced this many frames.
    case running(frames: Int)
    /// All announced frames were found, or there was an error.
    case over
  }
  var animation = AnimationState.none
  /// The error before the first complete frame.
  var animationFault: String?
  /// The frame of the last `fcTL`.
  var current: PNGFrameRecord?
  var nextSequenceNumber: UInt32 = 0
  /// Whether skipped frames were already reported.
  var hasIgnoredFrames = false

  /// Why the walk stopped.
  private enum Ending {
    /// At `IEND`.
    case complete
    /// At the end of the file, between chunks.
    case missing
    /// At the end of the file, inside this chunk.
    case cut(PNGChunkWalker.Chunk)
    /// At bytes after which reading cannot continue.
    case unknown
  }

  /// Surveys a whole file.
  ///
  /// - Throws: ``ReadingError``: malformed, limitExceeded, system and, if damage is not tolerated,
  ///   damaged.
  /// - Complexity: reads every byte of the file once and keeps about 50 bytes per frame.
  static func survey(_ reader: ByteReader, options: ReadingOptions) throws -> PNGSurvey {
    var surveyor = try PNGSurveyor(reader, options: options)
    try surveyor.conclude(surveyor.walk())
    return surveyor.survey
  }

  private init(_ reader: ByteReader, options: ReadingOptions) throws {
    guard try reader.read(8) == PNGChunkWalker.signature else {
      throw Self.refusal("the PNG signature is damaged", at: 0)
    }
    limits = options.limits
    range = options.highDynamicRange
    warnings = WarningList(isStrict: options.isStrict)
    walker = PNGChunkWalker(reader, at: 8)
    guard case .chunk(let first) = try walker.step() else {
      throw ReadingError.truncated(
        detail: "the file ends inside its header", frame: nil, byteOffset: 8)
    }
    if first.type == .apple {
      throw Self.refusal(
        "this is the CgBI variant that Xcode makes for devices, which is not PNG; convert it back "
          + "with 'xcrun pngcrush -revert-iphone-optimizations'", at: 8)
    }
    guard first.type == .header, first.byteCount == PNGHeader.byteCount,
      let content = try walker.content(of: first)
    else { throw Self.refusal("the IHDR chunk is missing or damaged", at: 8) }
    let header = try PNGHeader(content, byteOffset: 8)
    survey = PNGSurvey(header: header)
    still = PNGFrameRecord(still: header.size)
    try limits.check(canvas: header.size)
    try limits.check(frames: 1, on: header.size)
  }

  private mutating func walk() throws -> Ending {
    while true {
      switch try walker.step() {
      case .end: return .missing
      case .cutChunk(let chunk): return .cut(chunk)
      case .garbage(let offset):
        try stop(at: offset, "something that is not a chunk")
        return .unknown
      case .chunk(let chunk):
        if chunk.type == .end {
          try warnTrailing(from: chunk.end)
          return .complete
        }
        if chunk.type != .data, dataState == .inside { dataState = .after }
        guard try read(chunk) else {
          try stop(at: chunk.offset, "the unknown critical chunk '\(chunk.type)'")
          return .unknown
        }
      }
    }
  }

  private mutating func warnTrailing(from end: Int64) throws {
    guard let warning = try walker.reader.source.trailingWarning(from: end, "PNG") else { return }
    try warnings.report(warning)
  }

  /// - Returns: false for a chunk that is essential for the image.
  private mutating func read(_ chunk: PNGChunkWalker.Chunk) throws -> Bool {
    switch chunk.type {
    case .data: try readData(chunk)
    case .palette: try readPalette(chunk)
    case .transparency: try readTransparency(chunk)
    case .animationControl: try readAnimationControl(chunk)
    case .frameControl: try readFrameControl(chunk)
    case .frameData: try readFrameData(chunk)
    default:
      if chunk.type.isCritical { return false }
      try readMetadata(chunk)
    }
    return true
  }

  /// Tolerates an early end if there is something to show.
  private mutating func stop(at offset: Int64, _ what: String) throws {
    guard dataState != .before else {
      throw Self.refusal("\(what) comes before the picture", at: offset)
    }
    try warnings.report(
      ReadingWarning(
        kind: .unknownData, byteOffset: offset,
        detail: "\(what) follows the picture; the rest is not read"))
  }

  private mutating func conclude(_ ending: Ending) throws {
    switch ending {
    case .complete, .unknown:
      try closeFrame()
      if dataState == .before { throw Self.refusal("it has no picture (IDAT)", at: nil) }
      try reportMissingFrames()
    case .missing: try concludeCut(nil)
    case .cut(let chunk): try concludeCut(chunk)
    }
    if survey.records.isEmpty { try fallBackToStill() } else { survey.isAnimation = true }
    // A file whose only image is damaged cannot be read.
    if survey.records.count == 1, survey.records[0].isReported {
      throw Self.refusal(
        "the data of the only picture is damaged", at: survey.records[0].dataEnd, frame: 0)
    }
    if let transfer = color.description?.highDynamicRange?.transfer {
      try range.check(transfer, of: "the picture")
      try warnings.report(
        ReadingWarning(
          kind: .colorProfile, detail: ReadingOptions.HighDynamicRange.note(on: transfer)))
    }
    survey.metadata.profileName = color.profileName
    let colors = PictureColors(color.description, for: survey.header.colorType.samples)
    if let warning = colors.warning { try warnings.report(warning) }
    survey.take(colors.conversion)
    survey.markStarts()
    survey.warnings = warnings.warnings
  }

  /// Keeps the complete frames of a truncated file. The truncated frame is dropped, as in browsers.
  ///
  /// - Parameter chunk: the truncated chunk; nil if the file ends between two.
  private mutating func concludeCut(_ chunk: PNGChunkWalker.Chunk?) throws {
    let isInsideFrame = chunk?.type == .data || chunk?.type == .frameData
    if isInsideFrame { current = nil } else { try closeFrame() }
    let isAnnounced = if case .running = animation { true } else { false }
    let lacksFirstFrame = isAnnounced && survey.records.isEmpty
    if dataState == .before || chunk?.type == .data || lacksFirstFrame {
      throw ReadingError.truncated(
        detail: "the file ends before its first frame is complete", frame: 0,
        byteOffset: walker.reader.source.byteCount)
    }
    survey.isLastUncertain = chunk == nil
    let place = chunk.map { "inside its chunk '\($0.type)'" } ?? "without an IEND chunk"
    let loss = isInsideFrame ? "; frame \(survey.records.count) is lost" : ""
    try warnings.report(
      ReadingWarning(
        kind: .truncated, byteOffset: chunk?.offset ?? walker.reader.source.byteCount,
        detail: "the file ends \(place)\(loss)"))
  }

  private mutating func fallBackToStill() throws {
    survey.declaredPlays = nil
    survey.records = [still]
    if case .none = animation { return }
    try warnings.report(
      ReadingWarning(
        kind: .damagedFrame,
        detail: "the animation cannot be played: \(animationFault ?? "it has no frame"); "
          + "the still picture is shown instead"))
  }

  static func refusal(_ detail: String, at offset: Int64?, frame: Int? = nil) -> ReadingError {
    .malformed(detail: detail, frame: frame, byteOffset: offset)
  }
}
