internal import Stages

extension TIFFDirectory {
  /// The page as a separate TIFF: decoders read the first page of their input, and a file with many
  /// pages would be in memory for each of them.
  ///
  /// - Throws: ``ReadingError``.
  /// - Complexity: O(bytes of the page).
  func alone(_ reader: ByteReader, limit: Int64) throws -> [UInt8] {
    let parts = try samples(reader)
    let total = parts.reduce(Int64(0)) { $0 &+ Int64($1.count) }
    guard parts.allSatisfy({ $0.count >= 0 }), total <= limit else {
      throw CodedHeader.malformed("a page of the TIFF has more bytes of samples than the file")
    }
    var file = TIFFBuilder(isLittle: isLittle)
    var offsets: [Int] = []
    for part in parts {
      offsets.append(file.bytes.count)
      // The decoder detects missing parts.
      let rest = max(0, reader.source.byteCount - part.offset)
      let count = min(part.count, Int(clamping: rest))
      file.bytes += try reader.source.span(at: part.offset, count: count) ?? []
    }
    let isTiled = field(.tileOffsets) != nil
    let (place, size): (TIFFTag, TIFFTag) =
      isTiled ? (.tileOffsets, .tileByteCounts) : (.stripOffsets, .stripByteCounts)
    for field in fields.sorted(by: { $0.tag < $1.tag }) where Self.isNeeded(field) {
      switch field.tag {
      case place.rawValue: file.add(field.tag, offsets)
      case size.rawValue: break
      default:
        guard let value = try bytes(of: field, reader) else { continue }
        file.add(field.tag, type: field.type, count: field.count, value)
      }
    }
    file.add(size.rawValue, parts.map(\.count))
    return file.finished()
  }

  /// The places of the strips or tiles.
  private func samples(_ reader: ByteReader) throws -> [(offset: Int64, count: Int)] {
    let isTiled = field(.tileOffsets) != nil
    let offsets = try numbers(isTiled ? .tileOffsets : .stripOffsets, reader)
    let counts = try numbers(isTiled ? .tileByteCounts : .stripByteCounts, reader)
    // Old writers store one strip without its length.
    if counts.isEmpty, offsets.count == 1, Int64(offsets[0]) <= reader.source.byteCount {
      return [(Int64(offsets[0]), Int(clamping: reader.source.byteCount - Int64(offsets[0])))]
    }
    guard !offsets.isEmpty, offsets.count == counts.count else {
      throw CodedHeader.malformed("a page of the TIFF does not say where its samples are")
    }
    return zip(offsets, counts).map { (Int64($0), $1) }
  }

  /// Without fields that point elsewhere in the file, or do not belong to the image.
  private static func isNeeded(_ field: Field) -> Bool {
    field.width > 0 && field.type < 16 && field.type != 13 && field.tag < 700
  }
}

/// A TIFF of one page that is being assembled.
private struct TIFFBuilder {
  /// Everything before the fields.
  var bytes: [UInt8]
  private let numbers: TIFFNumbers
  private var fields: [(tag: Int, type: Int, count: Int, value: [UInt8])] = []

  init(isLittle: Bool) {
    numbers = TIFFNumbers(isLittle: isLittle)
    bytes = (isLittle ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]) + [0, 0, 0, 0]
  }

  mutating func add(_ tag: Int, type: Int, count: Int, _ value: [UInt8]) {
    fields.append((tag, type, count, value))
  }

  mutating func add(_ tag: Int, _ values: [Int]) {
    add(tag, type: 4, count: values.count, values.flatMap { numbers.bytes(UInt64($0), 4) })
  }

  mutating func finished() -> [UInt8] {
    var directory = numbers.bytes(UInt64(fields.count), 2)
    for field in fields.sorted(by: { $0.tag < $1.tag }) {
      var value = field.value
      if value.count > 4 {
        if bytes.count % 2 == 1 { bytes.append(0) }
        let place = bytes.count
        bytes += value
        value = numbers.bytes(UInt64(place), 4)
      }
      value += Array(repeating: 0, count: 4 - value.count)
      directory += numbers.bytes(UInt64(field.tag), 2) + numbers.bytes(UInt64(field.type), 2)
      directory += numbers.bytes(UInt64(field.count), 4) + value
    }
    if bytes.count % 2 == 1 { bytes.append(0) }
    bytes.replaceSubrange(4..<8, with: numbers.bytes(UInt64(bytes.count), 4))
    return bytes + directory + [0, 0, 0, 0]
  }
}
