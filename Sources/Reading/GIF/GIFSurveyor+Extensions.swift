internal import AnimTiming
internal import Stages

extension GIFSurveyor {
  /// How an extension ended.
  enum ExtensionOutcome {
    case whole
    case truncated
    /// A Graphic Control Extension that is too short; browsers stop reading there.
    case unusable
  }

  /// Reads an extension, starting at its label (GIF89a, sections 23 to 26).
  mutating func readExtension() throws -> ExtensionOutcome {
    guard let label = try reader.readByte() else { return .truncated }
    switch label {
    case 0xf9: return try readGraphicControl()
    case 0xfe: return try readComment()
    case 0xff: return try readApplication()
    default: return try passOver()
    }
  }

  /// The last one before a frame counts; plain text in between does not consume it.
  private mutating func readGraphicControl() throws -> ExtensionOutcome {
    let offset = reader.position - 2
    let (data, all) = try reader.readSubBlocks(limit: 4)
    guard all.isTerminated else { return .truncated }
    guard let control = GIFGraphicControl(data, offset: offset, end: reader.position)
    else { return .unusable }
    if all.byteCount > 4 {
      try warnings.report(
        ReadingWarning(
          kind: .unknownData, frame: survey.records.count, byteOffset: offset,
          detail: "the Graphic Control Extension before frame \(survey.records.count) has "
            + "\(all.byteCount) bytes instead of 4; Chromium shows no frame after it"))
    }
    pendingControl = control
    return .whole
  }

  private mutating func readComment() throws -> ExtensionOutcome {
    let isKept = survey.metadata.comments.count < SourceInfo.Metadata.maxComments
    let room = min(limits.maxMetadataChunkBytes, limits.maxMetadataBytes - metadata.byteCount)
    let (data, all) = try reader.readSubBlocks(limit: isKept ? max(room, 0) : 0)
    try metadata.add(all.byteCount, limits: limits)
    if isKept, !data.isEmpty { survey.metadata.comments.append(Self.text(data)) }
    return all.isTerminated ? .whole : .truncated
  }

  private mutating func passOver() throws -> ExtensionOutcome {
    let all = try reader.skipSubBlocks()
    try metadata.add(all.byteCount, limits: limits)
    return all.isTerminated ? .whole : .truncated
  }

  /// Finds the loop count in NETSCAPE2.0 and ANIMEXTS1.0: a sub-block with the byte 1 and a 16-bit
  /// number, 0 for forever. The last one in the file counts, even after the frames.
  private mutating func readApplication() throws -> ExtensionOutcome {
    guard let size = try reader.readByte() else { return .truncated }
    if size == 0 { return .whole }
    guard let name = try reader.read(Int(size)) else { return .truncated }
    let isLoop =
      name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8)
    guard isLoop else {
      try metadata.add(name.count, limits: limits)
      if name.elementsEqual("XMP DataXMP".utf8) { return try readXMP() }
      if name.elementsEqual("ICCRGBG1012".utf8) { return try readProfile() }
      // C2PA Specification, "Embedding manifests into GIFs".
      if name.starts(with: "C2PA_GIF".utf8) { survey.metadata.hasCredentials = true }
      return try passOver()
    }
    while let size = try reader.readByte() {
      if size == 0 { return .whole }
      guard let block = try reader.read(Int(size)) else { return .truncated }
      try metadata.add(block.count, limits: limits)
      if block.count >= 3, block[0] & 7 == 1 {
        let repetitions = Int(block[1]) | Int(block[2]) << 8
        survey.declaredPlays = repetitions == 0 ? .forever : .plays(repetitions + 1)
      }
    }
    return .truncated
  }

  /// Reads an XMP packet, which is stored without sub-blocks. It is followed by 258 bytes that lead
  /// readers of sub-blocks to its end.
  private mutating func readXMP() throws -> ExtensionOutcome {
    let start = reader.position
    let outcome = try passOver()
    let end = reader.position
    let count = Int(end - start) - 258
    guard outcome == .whole, survey.metadata.xmp == nil, count > 0,
      count <= limits.maxMetadataChunkBytes
    else { return outcome }
    reader.seek(to: start)
    survey.metadata.xmp = try reader.read(count).flatMap { String(validating: $0, as: UTF8.self) }
    reader.seek(to: end)
    return outcome
  }

  /// Reads the name of the colour profile; browsers ignore the profile, and colours are not
  /// changed.
  private mutating func readProfile() throws -> ExtensionOutcome {
    let (data, all) = try reader.readSubBlocks(limit: limits.maxMetadataChunkBytes)
    try metadata.add(all.byteCount, limits: limits)
    survey.metadata.profileName = survey.metadata.profileName ?? ICCProfile(data)?.name
    return all.isTerminated ? .whole : .truncated
  }

  /// Comments should be ASCII (GIF89a, section 24); UTF-8 and, failing that, Latin-1 are common.
  private static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
