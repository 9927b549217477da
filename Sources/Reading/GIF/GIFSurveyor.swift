internal import AnimTiming
internal import Raster
internal import Stages

/// Walks the blocks of a GIF from its first byte to its trailer.
///
/// Like browsers, it stops at the trailer, at the end of the file, and at a byte that does not
/// start a block. Frames up to there are kept.
struct GIFSurveyor {
  let reader: ByteReader
  let limits: ReadingLimits
  var survey = GIFSurvey()
  var warnings: WarningList
  var pendingControl: GIFGraphicControl?
  var metadata = MetadataCount()

  /// Why the walk stopped.
  private enum Ending {
    case trailer, truncated, unknownBlock
  }

  init(_ reader: ByteReader, options: ReadingOptions) {
    self.reader = reader
    limits = options.limits
    warnings = WarningList(isStrict: options.isStrict)
  }

  /// Surveys a whole file.
  ///
  /// - Throws: ``ReadingError``: malformed, noFrames, limitExceeded, system and, if damage is not
  ///   tolerated, damaged.
  /// - Complexity: reads every byte of the file once and keeps 24 bytes per frame.
  static func survey(_ reader: ByteReader, options: ReadingOptions) throws -> GIFSurvey {
    var surveyor = GIFSurveyor(reader, options: options)
    try surveyor.readScreen()
    var ending: Ending?
    while ending == nil { ending = try surveyor.readBlock() }
    guard !surveyor.survey.records.isEmpty else { throw ReadingError.noFrames }
    if ending == .truncated { try surveyor.reportTruncation() }
    if ending == .trailer,
      let warning = try reader.source.trailingWarning(from: reader.position, "GIF")
    {
      try surveyor.warnings.report(warning)
    }
    surveyor.survey.markStarts()
    surveyor.survey.warnings = surveyor.warnings.warnings
    return surveyor.survey
  }

  private mutating func readScreen() throws {
    guard let bytes = try reader.read(GIFScreen.byteCount) else {
      throw ReadingError.truncated(
        detail: "the file ends inside its header", frame: nil, byteOffset: reader.position)
    }
    let screen = try GIFScreen(bytes)
    try limits.check(canvas: screen.size)
    survey.size = screen.size
    if let colors = try reader.read(screen.globalColorCount * 3) {
      survey.globalColors = GIFColorTable(colors: colors)
      survey.globalColorCount = screen.globalColorCount
    }
  }

  /// Reads one block with its introducer; nil if there may be more.
  private mutating func readBlock() throws -> Ending? {
    let offset = reader.position
    switch try reader.readByte() {
    case 0x2c: return try readImage() ? nil : .truncated
    case 0x21:
      switch try readExtension() {
      case .whole: return nil
      case .truncated: return .truncated
      case .unusable:
        try warnUnknown(offset, "a Graphic Control Extension of the wrong size")
        return .unknownBlock
      }
    case 0x3b: return .trailer
    case nil: return .truncated
    case let byte?:
      try warnUnknown(
        offset,
        "the byte 0x\(String(byte, radix: 16)), which does not start a block,")
      return .unknownBlock
    }
  }

  private mutating func warnUnknown(_ offset: Int64, _ what: String) throws {
    guard !survey.records.isEmpty else { return }
    try warnings.report(
      ReadingWarning(
        kind: .unknownData, byteOffset: offset,
        detail: "\(what) follows frame \(survey.records.count - 1); the rest is not read"))
  }

  private mutating func reportTruncation() throws {
    let last = survey.records.count - 1
    let isInside = survey.records[last].isUnterminated
    try warnings.report(
      ReadingWarning(
        kind: .truncated, frame: isInside ? last : nil, byteOffset: reader.position,
        detail: isInside
          ? "the file ends inside frame \(last)"
          : "the file ends after frame \(last) without a trailer"))
  }

  /// Reads an image descriptor and skips its data.
  ///
  /// - Returns: false if the file ends inside it. It still counts as a frame if at least one byte
  ///   of its data exists.
  private mutating func readImage() throws -> Bool {
    guard let descriptor = try reader.read(9) else { return false }
    var record = GIFFrameRecord(descriptor: descriptor, dataOffset: reader.position)
    if let control = pendingControl { record.apply(control) }
    let tableBytes = record.localColorCount * 3
    guard try reader.skip(tableBytes) == tableBytes, let minCodeSize = try reader.readByte()
    else { return false }
    if survey.records.isEmpty { try settleCanvas(firstFrame: &record) }
    try checkFrame(record)
    let data = try reader.skipSubBlocks()
    guard data.isTerminated || data.byteCount > 0 else { return false }
    record.isUnterminated = !data.isTerminated
    if !(1...8).contains(minCodeSize) {
      record.isReported = true
      try warnings.report(
        ReadingWarning(
          kind: .damagedFrame, frame: survey.records.count, byteOffset: record.dataOffset,
          detail: "frame \(survey.records.count) has an LZW minimum code size of \(minCodeSize), "
            + "expected 1 to 8; its pixels are missing"))
    }
    survey.records.append(record)
    pendingControl = nil
    return data.isTerminated
  }
}
