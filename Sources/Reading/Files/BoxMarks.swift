internal import FileBoxes

/// Descriptions in the outermost boxes of an MP4, MOV, AVIF or JPEG XL that FFmpeg does not read.
struct BoxMarks {
  /// XMP (Adobe's XMP Specification, part 3).
  private(set) var hasXMP = false
  /// A manifest of C2PA (C2PA Specification, "Embedding manifests into BMFF-based assets").
  private(set) var hasCredentials = false

  private static let xmp: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  private static let credentials: [UInt8] = [
    0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
  ]
  /// The largest number of boxes to examine, because descriptions are near the start.
  private static let mostBoxes = 1000

  /// XMP of a JPEG XL, plain or compressed (ISO/IEC 18181-2).
  private static func isXMP(_ place: BoxPlace, _ source: ByteSource) throws -> Bool {
    if place.kind == "xml " { return true }
    return try place.kind == "brob" && place.content.count >= 4
      && source.bytes(place.content.lowerBound, 4).elementsEqual("xml ".utf8)
  }

  /// - Throws: errors of reading.
  init(_ source: ByteSource) throws {
    var left = Self.mostBoxes
    do {
      try BoxPlace.each(fileBytes: source.byteCount, read: source.bytes) { place in
        if place.kind == "jumb" { hasCredentials = true }
        if try Self.isXMP(place, source) { hasXMP = true }
        if place.kind == "uuid", place.content.count >= 16 {
          let name = try source.bytes(place.content.lowerBound, 16)
          if name == Self.xmp { hasXMP = true }
          if name == Self.credentials { hasCredentials = true }
        }
        left -= 1
        return left > 0
      }
    } catch is FileBoxError {
      // The boxes before the damage have been read.
    }
  }
}
