internal import Atlases
internal import Stages
internal import TextFormats

extension AsepriteSurveyor {
  /// Kinds of chunks that do not affect the frames: extra cel bounds, masks, paths, external files,
  /// and user data.
  private static let otherKinds: Set<Int> = [
    0x2006, 0x2008, 0x2016, 0x2017, 0x2020, 0x2021,
  ]

  /// Reads a chunk after its header.
  ///
  /// - Throws: ``AsepriteFault`` and ``ReadingError``.
  mutating func read(_ kind: Int, _ fields: AsepriteFields) throws {
    switch kind {
    case 0x0004: try palette.readOld(fields, isShort: false)
    // The kind is 11. The format's description specifies 0x11.
    case 0x000B, 0x0011: try palette.readOld(fields, isShort: true)
    case 0x2019: try palette.read(fields)
    case 0x2004: try readLayer(fields)
    case 0x2005: try readCel(fields)
    case 0x2007: try readProfile(fields)
    case 0x2018: try readTags(fields)
    case 0x2022: try survey.slices.read(fields, wanted: options.aseprite.slice)
    case 0x2023: try readTileset(fields)
    default: try noteUnknown(kind)
    }
  }

  private mutating func noteUnknown(_ kind: Int) throws {
    guard !Self.otherKinds.contains(kind), unknownKinds.count < WarningList.capacity,
      unknownKinds.insert(kind).inserted
    else { return }
    try warnings.report(
      ReadingWarning(
        kind: .nonconforming, byteOffset: reader.position,
        detail: "chunks of the unknown kind 0x\(String(kind, radix: 16)) are skipped"))
  }

  private mutating func readLayer(_ fields: AsepriteFields) throws {
    for fault in try survey.layers.read(fields, survey.header) { try warn("there is \(fault)") }
  }

  /// sRGB, sRGB with its own gamma, or an ICC profile.
  private mutating func readProfile(_ fields: AsepriteFields) throws {
    let kind = try fields.word()
    let flags = try fields.word()
    let gamma = try fields.double()
    try fields.skip(8)
    if kind == 2 {
      let count = try fields.double()
      try metadata.add(count, limits: options.limits)
      guard let profile = ICCProfile(try fields.bytes(count)) else { return }
      survey.colors = .profile(profile)
      survey.profileName = profile.name
    } else if flags & 1 != 0, gamma > 0 {
      // A fixed-point number; PNG's is the inverse of it, times 100,000.
      let inverse = (100_000 * 65_536 + gamma / 2) / gamma
      survey.colors =
        PNGColorSpace.standardGamma.contains(inverse)
        ? nil : .gamma(inverse, chromaticities: nil)
    }
  }

  private mutating func readTags(_ fields: AsepriteFields) throws {
    let directions: [AtlasTag.Direction] = [.forward, .reverse, .pingpong, .pingpongReverse]
    let count = try fields.word()
    try fields.skip(8)
    for _ in 0..<count {
      let from = try fields.word()
      let to = try fields.word()
      let direction = try fields.byte()
      let repeats = try fields.word()
      try fields.skip(10)
      survey.tags.append(
        AtlasTag(
          name: try fields.text(), from: from, to: to,
          direction: direction < directions.count ? directions[direction] : .forward,
          repeats: repeats == 0 ? nil : repeats))
    }
  }

  /// Limits tags to the existing frames, and drops tags without frames.
  mutating func checkTags() throws {
    let count = survey.frames.count
    for tag in survey.tags where tag.from > tag.to || tag.to >= count {
      try warnings.report(
        ReadingWarning(
          kind: .nonconforming,
          detail: "the tag \(quoted(tag.name)) is of frames \(tag.from) to \(tag.to), but there "
            + "are \(count)"))
    }
    survey.tags = survey.tags.compactMap { tag in
      var tag = tag
      tag.to = min(tag.to, count - 1)
      return tag.from <= tag.to ? tag : nil
    }
  }

  private mutating func readTileset(_ fields: AsepriteFields) throws {
    let number = try fields.double()
    let flags = try fields.double()
    let count = try fields.double()
    let (width, height) = (try fields.word(), try fields.word())
    try fields.skip(16)
    let name = String(try fields.text().prefix(AsepriteLayer.maxNameLength))
    guard width > 0, height > 0 else {
      throw AsepriteFault.unusable("a tileset with tiles of \(width)x\(height)")
    }
    let (pixels, overflow) = (width * height).multipliedReportingOverflow(by: count)
    guard !overflow, pixels <= min(options.limits.maxPixels, .max / 8) else {
      throw AsepriteFault.unusable(
        "a tileset of \(count) tiles of \(width)x\(height), over the limit of "
          + "\(options.limits.maxPixels) pixels")
    }
    if flags & 1 != 0 { try fields.skip(8) }
    var stored: AsepriteStored?
    if flags & 2 != 0 {
      let byteCount = try fields.double()
      let rest = fields.rest(isCompressed: true)
      stored = AsepriteStored(
        offset: rest.offset, byteCount: min(rest.byteCount, byteCount), isCompressed: true)
    } else {
      try warn(
        "the tileset \(quoted(name)) is in another file, which is not read; its tiles are empty")
    }
    survey.tilesets[number] = AsepriteTileset(
      name: name, width: width, height: height, count: count, startsEmpty: flags & 4 != 0,
      stored: stored)
  }
}
