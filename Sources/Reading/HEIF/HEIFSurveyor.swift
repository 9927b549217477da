internal import FileBoxes
internal import Messages
internal import Raster
internal import Stages

/// Reads the description of a HEIF's primary picture from its boxes (ISO/IEC 23008-12), before a
/// library reads the file.
struct HEIFSurveyor {
  private let source: ByteSource
  private let items: AVIFItems
  private let primary: Int

  /// The kinds of items that are a picture in HEVC.
  private static let coded: Set<String> = ["hvc1"]
  /// The kinds of items that are made from others: tiles, a turned picture, several pictures on a
  /// canvas.
  private static let derived: Set<String> = ["grid", "iden", "iovl"]
  /// The largest number of tiles of a picture; a picture of 200 megapixels with tiles of 512 pixels
  /// has 763.
  private static let mostTiles = 1024
  /// The side of a tile that is also accepted in smaller pictures.
  private static let usualTileSide = 4096
  /// Rows and columns that coded pictures may have in addition (ITU-T H.265, 7.4.3.2.1).
  private static let padding = 64

  /// - Throws: ``FileBoxError`` and ``ReadingError``.
  init(_ source: ByteSource) throws {
    self.source = source
    var found: BoxPlace?
    try BoxPlace.each(fileBytes: source.byteCount, read: source.bytes) { place in
      if place.kind == "meta" { found = place }
      return found == nil
    }
    guard let found, !found.isCut else {
      throw FileBoxError(
        reason: found == nil
          ? "the HEIF has no picture: there is no box meta" : "the box meta is cut off")
    }
    let limits = ReadingLimits()
    try limits.check(
      .metadataChunk, Int(clamping: found.content.count), limits.maxMetadataChunkBytes)
    let content = try source.bytes(found.content.lowerBound, found.content.count)
    items = try AVIFItems(
      FileBox(kind: "meta", content: content[...]), at: found.content.lowerBound)
    primary = try items.primary()
  }

  /// The facts about the upright picture.
  ///
  /// - Throws: ``FileBoxError`` and ``ReadingError``.
  func header() throws -> CodedHeader {
    let parts = try parts(of: primary)
    let properties = try items.properties(of: primary)
    let stored = try Self.size(properties)
    var shape = ItemShape()
    for property in properties { try shape.take(property, of: stored) }
    if let crop = shape.crop, !PixelRect(stored).contains(crop) {
      throw FileBoxError(reason: "the visible part extends beyond the picture")
    }
    let shown = shape.orientation.upright(shape.crop?.size ?? stored)
    var header = try CodedHeader(
      .heif, decoder: "libheif", width: shown.width, height: shown.height)
    let configurations = try (properties + items.properties(of: parts[0]))
      .filter { $0.kind == "hvcC" }.map(HEVCConfiguration.init)
    guard let configuration = configurations.first else {
      throw FileBoxError(reason: "the picture has no box hvcC")
    }
    header.sampleDepth = configuration.depth
    if configuration.isGray { header.samples = .gray }
    // Measured: 22 for samples of 8 bits, including the result; planes of 16 bits take twice as
    // much.
    header.decodingBytesPerPixel = 48
    try takeColors(properties, &header)
    var coded = parts
    if let alpha = try alpha() {
      header.alpha =
        try items.references(of: primary, as: "prem").contains(alpha)
        || items.references(of: alpha, as: "prem").contains(primary) ? .premultiplied : .straight
      coded += try self.parts(of: alpha)
    }
    try checkSizes(coded, canvas: stored)
    if let name = try items.gainMap(of: primary) {
      header.colorNotes.append(GainMap.note(name))
    }
    let marks = try BoxMarks(source)
    header.hasCredentials = marks.hasCredentials
    header.hasXMP = marks.hasXMP
    return header
  }

  /// The coded pictures of an item: itself or its tiles.
  private func parts(of item: Int) throws -> [Int] {
    let kind = try items.kind(of: item)
    if Self.coded.contains(kind) { return [item] }
    guard Self.derived.contains(kind) else { throw Self.unsupported(kind) }
    let tiles = try items.references(of: item, as: "dimg")
    guard !tiles.isEmpty else { throw FileBoxError(reason: "the picture has no tiles") }
    guard tiles.count <= Self.mostTiles else {
      throw ReadingError.unsupported(
        detail: "the picture is made of \(tiles.count) tiles, more than \(Self.mostTiles)",
        remedy: nil)
    }
    let known = Set(try Self.coded.flatMap(items.items))
    if let other = tiles.first(where: { !known.contains($0) }) {
      throw Self.unsupported(try items.kind(of: other))
    }
    return tiles
  }

  private static func unsupported(_ kind: String) -> ReadingError {
    let names = [
      "av01": "AV1", "jpeg": "JPEG", "avc1": "H.264", "vvc1": "VVC", "j2k1": "JPEG 2000",
    ]
    return .unsupported(
      detail: "the picture in the HEIF is coded as \(names[kind] ?? kind), not as HEVC",
      remedy: "convert it first: heif-convert IN OUT.png")
  }

  private static func size(_ properties: [FileBox]) throws -> PixelSize {
    guard let box = properties.first(where: { $0.kind == "ispe" }) else {
      throw FileBoxError(reason: "the picture does not say its size")
    }
    return PixelSize(width: Int(try box.count(at: 4)), height: Int(try box.count(at: 8)))
  }

  private func alpha() throws -> Int? {
    try items.referring(to: primary, as: "auxl").first { item in
      try items.properties(of: item).contains {
        $0.kind == "auxC" && AVIFSurveyor.namesAlpha($0)
      }
    }
  }

  /// A profile is more specific than code points.
  private func takeColors(_ properties: [FileBox], _ header: inout CodedHeader) throws {
    for box in properties where box.kind == "colr" {
      switch String(decoding: box.content.prefix(4), as: UTF8.self) {
      case "nclx":
        header.codePoints = ColorDescription(
          primaries: Int(try box.count(at: 4, bytes: 2)),
          transfer: Int(try box.count(at: 6, bytes: 2)))
      case "prof", "rICC":
        header.profile = header.profile ?? ICCProfile(Array(box.content.dropFirst(4)))
      default: break
      }
    }
    if let light = header.colors?.highDynamicRange {
      header.colorNotes.append(ReadingOptions.HighDynamicRange.note(on: light.transfer))
    }
  }

  // MARK: Sizes

  /// Refuses coded pictures that are much larger than the boxes state, because the decoder
  /// allocates memory according to the headers of the coded pictures, in the boxes and in the data.
  private func checkSizes(_ coded: [Int], canvas: PixelSize) throws {
    let most = PixelSize(
      width: max(canvas.width, Self.usualTileSide) + Self.padding,
      height: max(canvas.height, Self.usualTileSide) + Self.padding)
    func check(_ header: HEVCHeader?) throws {
      guard let header, header.width <= most.width, header.height <= most.height else {
        let size = header.map { "\($0.width)x\($0.height)" } ?? "of no readable size"
        throw FileBoxError(
          reason: "the picture is \(canvas), and its data holds a picture \(size)")
      }
    }
    for box in try items.allProperties() where box.kind == "hvcC" {
      for header in try HEVCConfiguration(box).headers { try check(header) }
    }
    for item in coded {
      for place in try items.places(of: item, fileBytes: source.byteCount) {
        try eachUnit(in: place) { unit in
          if HEVCHeader.type(unit[0]) == HEVCHeader.unitType {
            try check(HEVCHeader(sequence: unit))
          }
        }
      }
    }
  }

  /// Calls `body` with the start of each NAL unit. Its length precedes each unit, in four bytes, as
  /// all encoders of pictures write it.
  private func eachUnit(in place: Range<Int64>, _ body: ([UInt8]) throws -> Void) throws {
    let reader = ByteReader(source)
    var position = place.lowerBound
    while position + 6 <= min(place.upperBound, source.byteCount) {
      reader.seek(to: position)
      guard let head = try reader.read(4) else { return }
      let count = Int(head.bigEndianWord32(at: 0))
      let rest = Int(clamping: min(place.upperBound, source.byteCount) - position - 4)
      if count >= 2, let unit = try reader.read(min(count, rest, 128)) { try body(unit) }
      position += 4 + Int64(count)
    }
  }
}
