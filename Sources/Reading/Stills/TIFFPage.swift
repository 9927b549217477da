internal import Raster
internal import Stages

extension TIFFDirectory {
  /// The page as a separate TIFF: decoders read the first page of their input, and would hold a
  /// file with many pages in memory for each page.
  ///
  /// - Parameter marksDamage: whether the file of a page with missing samples announces more than
  ///   it has, so that its readers also find the damage.
  /// - Returns: the file, and whether samples are missing or damaged.
  /// - Throws: ``ReadingError``.
  /// - Complexity: O(bytes of the page).
  func alone(
    _ reader: ByteReader, limit: Int64, marksDamage: Bool = false
  ) throws -> (bytes: [UInt8], isDamaged: Bool) {
    let parts = try samples(reader)
    // A count may announce more than the file has.
    let total = parts.reduce(Int64(0)) { $0 &+ min(Int64($1.count), reader.source.byteCount) }
    guard parts.allSatisfy({ $0.count >= 0 }), total <= limit else {
      throw CodedHeader.malformed("a page of the TIFF has more bytes of samples than the file")
    }
    let layout = try TIFFLayout(self, reader)
    if layout.needsRewriting {
      return try rewritten(layout, parts, reader, limit: limit, marksDamage: marksDamage)
    }
    var file = TIFFBuilder(isLittle: isLittle)
    var (offsets, counts): ([Int], [Int]) = ([], [])
    for part in parts {
      let bytes = try Self.bytes(of: part, reader)
      offsets.append(file.bytes.count)
      counts.append(bytes.count)
      file.bytes += bytes
    }
    let isDamaged = zip(parts, counts).contains { $0.count > $1 }
    if isDamaged, marksDamage { counts = parts.map { max($0.count, Self.tooMany) } }
    let places = [TIFFTag.stripOffsets, .stripByteCounts].map(\.rawValue)
    for field in fields where Self.isNeeded(field) && !places.contains(field.tag) {
      guard let value = try bytes(of: field, reader) else { continue }
      file.add(field.tag, type: field.type, count: field.count, value)
    }
    file.add(.stripOffsets, offsets)
    file.add(.stripByteCounts, counts)
    return (file.finished(), isDamaged)
  }

  /// A size that no file of a page reaches.
  private static let tooMany = 1 << 30

  /// The bytes of a strip or a tile, without those after the end of the file.
  private static func bytes(
    of part: (offset: Int64, count: Int), _ reader: ByteReader
  ) throws -> [UInt8] {
    let rest = max(0, reader.source.byteCount - part.offset)
    let count = min(part.count, Int(clamping: rest))
    return try reader.source.span(at: part.offset, count: count) ?? []
  }

  /// The page as one uncompressed strip of 8 or 16 bits a sample.
  private func rewritten(
    _ layout: TIFFLayout, _ parts: [(offset: Int64, count: Int)], _ reader: ByteReader,
    limit: Int64,
    marksDamage: Bool
  ) throws -> (bytes: [UInt8], isDamaged: Bool) {
    var samples = try TIFFSamples(
      layout, isLittle: isLittle, tables: bytes(.jpegTables, reader) ?? [], limit: limit)
    for (index, part) in parts.enumerated() {
      try samples.add(index, Self.bytes(of: part, reader))
    }
    var file = TIFFBuilder(isLittle: isLittle)
    let start = file.bytes.count
    file.add(samples.rows, depth: samples.depth)
    let isDamaged = samples.isDamaged || parts.count < layout.partCount
    let count = isDamaged && marksDamage ? Self.tooMany : file.bytes.count - start
    let photometric =
      layout.compression == TIFFLayout.jpeg && samples.channels == 3 ? 2 : layout.photometric
    let values: [(TIFFTag, [Int])] = [
      (.width, [layout.size.width]), (.height, [layout.size.height]),
      (.compression, [1]), (.photometric, [photometric]), (.stripOffsets, [start]),
      (.samplesPerPixel, [samples.channels]), (.rowsPerStrip, [layout.size.height]),
      (.stripByteCounts, [count]),
    ]
    for (tag, numbers) in values { file.add(tag, numbers) }
    file.add(.bitsPerSample, short: Array(repeating: samples.depth, count: samples.channels))
    if photometric == 6 { file.add(.subsampling, short: [1, 1]) }
    if photometric == 3 {
      // Red, green and blue of all colours; decoders expect as many as 8 bits can index.
      let colors = try numbers(.palette, reader)
      let known = colors.count / 3
      file.add(
        .palette,
        short: (0..<3).flatMap { channel in
          (0..<256).map { $0 < known ? colors[channel * known + $0] : 0 }
        })
    }
    let kept = [TIFFTag.orientation, .extraSamples].map(\.rawValue)
    for field in fields where kept.contains(field.tag) {
      guard let value = try bytes(of: field, reader) else { continue }
      let isAlpha = field.tag == TIFFTag.extraSamples.rawValue
      let first = isAlpha ? min(value.count, field.width) : value.count
      file.add(
        field.tag, type: field.type, count: isAlpha ? 1 : field.count, Array(value.prefix(first)))
    }
    return (file.finished(), isDamaged)
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

  mutating func add(_ tag: TIFFTag, _ values: [Int]) {
    add(tag.rawValue, type: 4, count: values.count, values.flatMap { numbers.bytes(UInt64($0), 4) })
  }

  /// Adds numbers of 16 bits.
  mutating func add(_ tag: TIFFTag, short values: [Int]) {
    add(tag.rawValue, type: 3, count: values.count, values.flatMap { numbers.bytes(UInt64($0), 2) })
  }

  /// Appends samples of 8 or 16 bits.
  mutating func add(_ samples: [UInt16], depth: Int) {
    if depth == 8 {
      bytes += samples.lazy.map { UInt8(truncatingIfNeeded: $0) }
      return
    }
    bytes.reserveCapacity(bytes.count + 2 * samples.count)
    let isLittle = numbers.isLittle
    for sample in samples {
      let (low, high) = (UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8))
      bytes.append(isLittle ? low : high)
      bytes.append(isLittle ? high : low)
    }
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
