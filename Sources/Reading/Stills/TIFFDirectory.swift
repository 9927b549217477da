internal import Stages

/// The relevant fields of a TIFF page (TIFF 6.0, appendix A).
enum TIFFTag: Int {
  case kind = 254
  case width = 256, height, bitsPerSample, compression
  case photometric = 262
  case fillOrder = 266
  case stripOffsets = 273, orientation
  case samplesPerPixel = 277, rowsPerStrip, stripByteCounts
  case planes = 284
  case predictor = 317
  case palette = 320
  case tileWidth = 322, tileHeight, tileOffsets, tileByteCounts
  case extraSamples = 338, sampleFormat
  case jpegTables = 347
  case subsampling = 530
  case xmp = 700
  case profile = 34_675
}

/// The fields of one page of a TIFF.
struct TIFFDirectory: Sendable {
  /// A field: the type, number and place of its values.
  struct Field: Sendable {
    let tag: Int
    /// 1...12 (TIFF 6.0, section 2), or 13, 16...18 of BigTIFF.
    let type: Int
    let count: Int
    /// The offset of the values, from the start of the file.
    let offset: Int64

    /// Bytes of a value; 0 for an unknown type.
    var width: Int {
      switch type {
      case 1, 2, 6, 7: 1
      case 3, 8: 2
      case 4, 9, 11, 13: 4
      case 5, 10, 12, 16, 17, 18: 8
      default: 0
      }
    }
  }

  let isLittle: Bool
  let fields: [Field]

  /// More fields than any writer stores.
  private static let mostFields = 4096

  /// Finds the pages, without reduced copies.
  ///
  /// - Returns: at least one.
  /// - Throws: ``ReadingError``.
  /// - Complexity: O(pages); reads the fields and no samples.
  static func pages(_ reader: ByteReader, limit: Int = ReadingLimits().maxFrames) throws
    -> [TIFFDirectory]
  {
    let head = try reader.head(8, of: .tiff)
    let isLittle = head[0] == 0x49
    let isBig = head[isLittle ? 2 : 3] == 43
    let numbers = TIFFNumbers(isLittle: isLittle)
    var next: Int64?
    if isBig {
      next = try numbers.read(8, at: 8, reader)
    } else {
      next = Int64(numbers.value(head[4...]))
    }
    var (pages, copies): ([TIFFDirectory], [TIFFDirectory]) = ([], [])
    var seen: Set<Int64> = []
    while let start = next, start > 0 {
      guard seen.insert(start).inserted, seen.count <= limit else {
        throw CodedHeader.malformed("the pages of the TIFF do not end")
      }
      let page: TIFFDirectory
      (page, next) = try read(at: start, numbers, isBig: isBig, reader)
      // A smaller copy, or a mask.
      let isCopy = try (page.numbers(.kind, reader).first ?? 0) & 5 != 0
      if isCopy { copies.append(page) } else { pages.append(page) }
    }
    if pages.isEmpty { pages = copies }
    guard !pages.isEmpty else { throw CodedHeader.malformed("the TIFF has no page") }
    return pages
  }

  private static func read(
    at start: Int64, _ numbers: TIFFNumbers, isBig: Bool, _ reader: ByteReader
  ) throws -> (TIFFDirectory, next: Int64?) {
    let (countWidth, fieldWidth, offsetWidth) = isBig ? (8, 20, 8) : (2, 12, 4)
    guard let count = try numbers.read(countWidth, at: start, reader), count <= mostFields,
      let bytes = try reader.read(Int(count) * fieldWidth)
    else { throw CodedHeader.malformed("the fields of a page of the TIFF are missing") }
    let first = start + Int64(countWidth)
    var fields: [Field] = []
    for index in 0..<Int(count) {
      let entry = bytes[(index * fieldWidth)..<((index + 1) * fieldWidth)]
      func value(_ at: Int, _ width: Int) -> UInt64 {
        numbers.value(entry.dropFirst(at).prefix(width))
      }
      let size = Int(clamping: value(4, offsetWidth))
      var field = Field(tag: Int(value(0, 2)), type: Int(value(2, 2)), count: size, offset: 0)
      // Short values are stored in place of their offset.
      let place = first + Int64(index * fieldWidth + 4 + offsetWidth)
      let (length, isLong) = size.multipliedReportingOverflow(by: field.width)
      let offset =
        !isLong && length <= offsetWidth
        ? place : Int64(clamping: value(4 + offsetWidth, offsetWidth))
      field = Field(tag: field.tag, type: field.type, count: size, offset: offset)
      fields.append(field)
    }
    let next = try numbers.read(
      offsetWidth, at: first + Int64(Int(count) * fieldWidth), reader)
    return (TIFFDirectory(isLittle: numbers.isLittle, fields: fields), next)
  }

  func field(_ tag: TIFFTag) -> Field? { fields.first { $0.tag == tag.rawValue } }

  /// The whole numbers of a field; none if it is missing or damaged.
  ///
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` if they exceed the limit on
  ///   metadata.
  func numbers(_ tag: TIFFTag, _ reader: ByteReader) throws -> [Int] {
    guard let field = field(tag), [1, 3, 4, 13, 16, 18].contains(field.type),
      let bytes = try bytes(of: field, reader)
    else { return [] }
    let numbers = TIFFNumbers(isLittle: isLittle)
    return stride(from: 0, to: bytes.count, by: field.width).map {
      Int(clamping: numbers.value(bytes[$0..<$0 + field.width]))
    }
  }

  /// The bytes of a field; nil if it is missing or damaged.
  func bytes(_ tag: TIFFTag, _ reader: ByteReader) throws -> [UInt8]? {
    try field(tag).flatMap { try bytes(of: $0, reader) }
  }

  /// The bytes of a field; nil if they are incomplete.
  func bytes(of field: Field, _ reader: ByteReader) throws -> [UInt8]? {
    let (count, isLong) = field.count.multipliedReportingOverflow(by: field.width)
    let limit = ReadingLimits().maxMetadataBytes
    guard !isLong, count <= limit else {
      throw ReadingError.limitExceeded(
        limit: .metadata, value: isLong ? .max : count, allowed: limit)
    }
    return try reader.source.span(at: field.offset, count: count)
  }
}

/// Numbers in the byte order of a TIFF.
struct TIFFNumbers {
  let isLittle: Bool

  func value(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    isLittle
      ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      : bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number at an offset; nil if it is missing.
  func read(_ width: Int, at offset: Int64, _ reader: ByteReader) throws -> Int64? {
    reader.seek(to: offset)
    return try reader.read(width).map { Int64(clamping: value($0)) }
  }

  /// The bytes of a number.
  func bytes(_ value: UInt64, _ width: Int) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    return isLittle ? bytes : bytes.reversed()
  }
}
