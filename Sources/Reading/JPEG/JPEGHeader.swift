internal import Messages
internal import Raster
internal import Stages

/// The segments before the image data of a JPEG (ITU-T T.81, annex B).
struct JPEGHeader: Sendable, Hashable {
  /// Stored pixels.
  var stored: PixelSize
  /// The rotation that makes the image upright, from Exif.
  var orientation = PictureOrientation(quarterTurns: 0, isMirrored: false)

  /// Facts about four components; nil for grey and YCbCr.
  var ink: JPEGInk?

  /// The type of its decoded samples.
  var samples = ColorConversion.Samples.rgb

  /// The size of the upright image.
  var size: PixelSize { orientation.upright(stored) }

  /// Whether bytes start like a JPEG.
  static func starts(_ head: some Collection<UInt8>) -> Bool {
    head.starts(with: [0xFF, 0xD8, 0xFF])
  }

  /// Walks the segments up to the one with the size.
  ///
  /// - Throws: ``ReadingError``, also for kinds of JPEG that browsers do not show: lossless,
  ///   arithmetic coding, and more than 8 bits per sample.
  /// - Complexity: reads at most 64 KiB per segment and skips the rest.
  init(_ reader: ByteReader) throws {
    func refuse(_ detail: String) -> ReadingError {
      .malformed(detail: detail, frame: nil, byteOffset: reader.position)
    }
    func cut(_ detail: String = "the JPEG is cut off") -> ReadingError {
      .truncated(detail: detail, frame: nil, byteOffset: reader.position)
    }
    func unsupported(_ detail: String) -> ReadingError {
      .unsupported(detail: "a JPEG \(detail) is not supported", remedy: "save it as PNG")
    }
    var orientation = PictureOrientation(quarterTurns: 0, isMirrored: false)
    var ink = JPEGInk()
    reader.seek(to: 2)
    while true {
      guard let marker = try Self.marker(reader) else {
        throw cut("the JPEG ends before its size")
      }
      // Markers without content: TEM and restarts.
      if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
      guard marker != 0xD9, marker != 0xDA, let length = try reader.read(2) else {
        throw refuse("the JPEG has no size")
      }
      let count = Int(length.bigEndianWord16At0) - 2
      guard count >= 0 else { throw refuse("a segment of the JPEG is damaged") }
      switch marker {
      case 0xE1:
        guard let content = try reader.read(count) else { throw cut() }
        orientation = ExifOrientation.read(content) ?? orientation
      case 0xEE:
        let offset = reader.position
        guard let content = try reader.read(count) else { throw cut() }
        ink.note(adobe: content, at: offset)
      case 0xC0, 0xC1, 0xC2:
        guard count >= 6, let content = try reader.read(6) else {
          throw cut()
        }
        if content[0] != 8 { throw unsupported("with \(content[0]) bits per sample") }
        guard [1, 3, 4].contains(content[5]) else {
          throw unsupported("with \(content[5]) components")
        }
        if content[5] == 4 { self.ink = ink }
        samples = content[5] == 4 ? .ink : content[5] == 1 ? .gray : .rgb
        stored = PixelSize(
          width: Int(content[3]) << 8 | Int(content[4]),
          height: Int(content[1]) << 8 | Int(content[2]))
        guard stored.area > 0 else { throw refuse("the JPEG is \(stored)") }
        self.orientation = orientation
        return
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        throw unsupported("that is lossless, hierarchical or arithmetically coded")
      default:
        guard try reader.skip(count) == count else { throw cut() }
      }
    }
  }

  /// The next marker's second byte; nil at the end of the file. Bytes between segments are skipped,
  /// as in all decoders.
  private static func marker(_ reader: ByteReader) throws -> UInt8? {
    var wasMark = false
    while let byte = try reader.readByte() {
      if wasMark, byte != 0xFF, byte != 0 { return byte }
      wasMark = byte == 0xFF
    }
    return nil
  }
}

extension [UInt8] {
  fileprivate var bigEndianWord16At0: UInt16 { UInt16(self[0]) << 8 | UInt16(self[1]) }
}
