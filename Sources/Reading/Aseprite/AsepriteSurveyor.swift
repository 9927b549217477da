internal import Raster
internal import Stages

/// Walks the frames and the chunks of an Aseprite file.
///
/// Like the editor, it moves from frame to frame by the frame's size and from chunk to chunk by the
/// chunk's size. Damage in one chunk affects only that chunk.
struct AsepriteSurveyor {
  static let frameHeaderBytes = 16
  static let chunkHeaderBytes = 6
  private static let frameMagic = 0xF1FA

  let reader: ByteReader
  let options: ReadingOptions
  var survey: AsepriteSurvey
  var warnings: WarningList
  var metadata = MetadataCount()
  var palette: AsepritePalette
  /// The cels of the frame that is being read, by layer.
  var cels: [UInt16: AsepriteCel] = [:]
  var unknownKinds: Set<Int> = []
  /// The number of pixels that are decompressed to show every frame once.
  var inflatedPixels = 0
  private var chunkCount: Int64 = 0
  /// Whether the walk ended early.
  private var isTruncated = false

  /// Surveys a whole file.
  ///
  /// - Throws: ``ReadingError``: malformed, noFrames, limitExceeded, unsupported, system and, if
  ///   damage is not tolerated, damaged.
  /// - Complexity: reads the headers of all chunks once; keeps about 16 bytes per cel and 40 per
  ///   frame.
  static func survey(_ reader: ByteReader, options: ReadingOptions) throws -> AsepriteSurvey {
    let header = try AsepriteHeader(reader, limits: options.limits)
    var surveyor = AsepriteSurveyor(reader, header, options)
    try surveyor.readFrames()
    try surveyor.checkGroups()
    try surveyor.checkTags()
    try surveyor.survey.layers.choose(options.aseprite)
    surveyor.survey.warnings = surveyor.warnings.warnings
    return surveyor.survey
  }

  private init(_ reader: ByteReader, _ header: AsepriteHeader, _ options: ReadingOptions) {
    self.reader = reader
    self.options = options
    survey = AsepriteSurvey(header: header)
    survey.appliesPixelAspect = options.aseprite.appliesPixelAspect
    warnings = WarningList(isStrict: options.isStrict)
    palette = AsepritePalette(count: header.colorCount)
  }

  /// The frame that is being read.
  var frame: Int { survey.frames.count }

  private mutating func readFrames() throws {
    var offset = reader.position
    while frame < survey.header.frameCount, !isTruncated {
      reader.seek(to: offset)
      guard let bytes = try reader.read(Self.frameHeaderBytes) else {
        try reportEnd("the file ends before frame \(frame) of \(survey.header.frameCount)")
        break
      }
      let record = LittleEndianRecord(bytes[...])
      let size = Int64(record.uint32(0))
      try readFrame(record, size: size)
      guard size >= Self.frameHeaderBytes else {
        try reportEnd("frame \(frame - 1) says that it has \(size) bytes; the rest is not read")
        break
      }
      offset += size
    }
    guard !survey.frames.isEmpty else { throw ReadingError.noFrames }
    if isTruncated, survey.cels.isEmpty {
      throw ReadingError.truncated(
        detail: "the file ends before its first picture", frame: 0,
        byteOffset: reader.source.byteCount)
    }
  }

  private mutating func readFrame(_ record: LittleEndianRecord, size: Int64) throws {
    try options.limits.check(frames: frame + 1, on: survey.header.size)
    if Int(record.uint16(4)) == Self.frameMagic {
      let start = reader.position - Int64(Self.frameHeaderBytes)
      try readChunks(Self.chunkCount(record), isCut: start + size > reader.source.byteCount)
    } else {
      try warn("frame \(frame) has the wrong magic number; its chunks are skipped")
    }
    let delay = Int(record.uint16(8))
    try append(
      delay: delay == 0 ? survey.header.defaultDelay : delay, byteCount: size)
  }

  /// The newer field is used if the older one cannot hold the number.
  private static func chunkCount(_ record: LittleEndianRecord) -> Int {
    let (old, new) = (Int(record.uint16(6)), Int(record.uint32(12)))
    return old == 0 || (old == 0xFFFF && new > old) ? new : old
  }

  /// - Parameter isCut: the file ends before the frame does.
  private mutating func readChunks(_ count: Int, isCut: Bool) throws {
    var offset = reader.position
    for index in 0..<count {
      reader.seek(to: offset)
      guard let bytes = try reader.read(Self.chunkHeaderBytes) else {
        return try lose("chunk \(index) of \(count)", isCut: isCut)
      }
      let record = LittleEndianRecord(bytes[...])
      let (size, kind) = (Int64(record.uint32(0)), Int(record.uint16(4)))
      guard size >= Self.chunkHeaderBytes else {
        try warn(
          "chunk \(index) of frame \(frame) says that it has \(size) bytes; the rest of the frame "
            + "is skipped")
        return
      }
      try countChunk()
      let end = offset + size
      let isWhole = end <= reader.source.byteCount
      if !isWhole { try lose("the end of chunk \(index) of \(count)", isCut: isCut) }
      let fields = AsepriteFields(reader: reader, end: min(end, reader.source.byteCount))
      try readChunk(kind, fields)
      guard isWhole else { return }
      offset = end
    }
  }

  private mutating func lose(_ what: String, isCut: Bool) throws {
    if isCut { return try reportEnd("the file ends in frame \(frame), before \(what)") }
    try warn("\(what) of frame \(frame) lies beyond the file")
  }

  /// Chunks that do not overlap fit into the file; frames inside others would be read repeatedly.
  private mutating func countChunk() throws {
    chunkCount += 1
    guard chunkCount <= reader.source.byteCount / Int64(Self.chunkHeaderBytes) else {
      throw ReadingError.malformed(
        detail: "its frames overlap", frame: frame, byteOffset: reader.position)
    }
  }

  private mutating func readChunk(_ kind: Int, _ fields: AsepriteFields) throws {
    do {
      try read(kind, fields)
    } catch AsepriteFault.short where isTruncated {
      // The end of the file was already reported.
    } catch AsepriteFault.short {
      let name = "0x" + String(kind, radix: 16)
      try warn("a chunk of frame \(frame) (\(name)) is too short; it is skipped")
    } catch AsepriteFault.unusable(let detail) {
      try warn("frame \(frame) has \(detail)")
    }
  }

  private mutating func reportEnd(_ detail: String) throws {
    isTruncated = true
    try warnings.report(
      ReadingWarning(
        kind: .truncated, frame: frame == 0 ? nil : frame - 1, byteOffset: reader.position,
        detail: detail))
  }

  /// Reports damage in the current frame.
  mutating func warn(_ detail: String) throws {
    try warnings.report(
      ReadingWarning(
        kind: .damagedFrame, frame: frame, byteOffset: reader.position, detail: detail))
  }
}
