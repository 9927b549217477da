internal import Libav
internal import Raster
internal import Stages

/// Reads the samples of a page, whatever their layout, into rows from the top: 8 bits a sample, or
/// 16 if there are more than 8.
struct TIFFSamples {
  private let layout: TIFFLayout
  private let numbers: TIFFNumbers
  /// The quantization and Huffman tables that all strips or tiles share.
  private let tables: [UInt8]
  /// Rows of kept channels, 16 bits a sample in the machine's order.
  private(set) var rows: [UInt16]
  /// Whether a part of the page is missing or damaged.
  private(set) var isDamaged = false

  /// Bits of a sample in ``rows``: 8 or 16.
  let depth: Int
  /// Samples of a pixel in ``rows``.
  let channels: Int

  /// - Throws: ``ReadingError`` if there are too many samples.
  init(_ layout: TIFFLayout, isLittle: Bool, tables: [UInt8], limit: Int64) throws {
    self.layout = layout
    self.tables = tables
    numbers = TIFFNumbers(isLittle: isLittle)
    let isJPEG = layout.compression == TIFFLayout.jpeg
    depth = layout.depth > 8 ? 16 : 8
    channels = isJPEG ? (layout.photometric < 2 ? 1 : 3) : layout.keptChannels
    let (count, overflow) = layout.size.area.multipliedReportingOverflow(by: 2 * channels)
    guard !overflow, Int64(count) <= limit else {
      throw CodedHeader.malformed("a page of the TIFF has more samples than any that is read")
    }
    rows = [UInt16](repeating: 0, count: count / 2)
  }

  /// Takes a strip or a tile.
  ///
  /// - Parameter index: in the order of the file.
  /// - Throws: ``ReadingError`` for a JPEG that cannot be decoded at all.
  mutating func add(_ index: Int, _ bytes: [UInt8]) throws {
    let onePlane = layout.partCount
    let plane = layout.isPlanar ? index / onePlane : 0
    let across = (layout.size.width + layout.part.width - 1) / layout.part.width
    let x = index % onePlane % across * layout.part.width
    let y = index % onePlane / across * layout.part.height
    let height =
      layout.isTiled ? layout.part.height : min(layout.part.height, layout.size.height - y)
    guard plane < channels, height > 0 else { return }
    let place = PixelRect(x: x, y: y, width: layout.part.width, height: height)
    if layout.compression == TIFFLayout.jpeg { return try addJPEG(bytes, at: place) }
    let inside = layout.isPlanar ? 1 : layout.channels
    let rowBytes = (place.width * inside * layout.depth + 7) / 8
    var samples = decompressed(bytes, rowBytes * height)
    if samples.count < rowBytes * height {
      isDamaged = true
      samples += [UInt8](repeating: 0, count: rowBytes * height - samples.count)
    }
    for row in 0..<min(height, layout.size.height - y) {
      var line = samples[row * rowBytes..<(row + 1) * rowBytes]
      undoPrediction(&line, inside)
      copy(line, channels: inside, plane: plane, x: x, y: y + row)
    }
  }

  private func decompressed(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    let bytes = layout.isReversed ? bytes.map(\.mirrored) : bytes
    switch layout.compression {
    case 5: return TIFFCompression.lzw(bytes, count: count)
    case 8, 32_946: return Array(ZlibStream.inflateStart(bytes[...], count: count))
    case 32_773: return TIFFCompression.packBits(bytes, count: count)
    default: return Array(bytes.prefix(count))
    }
  }

  // MARK: Prediction

  /// Adds up differences in a row (TIFF 6.0, section 14; Adobe Photoshop TIFF Technical Note 3).
  private func undoPrediction(_ row: inout ArraySlice<UInt8>, _ step: Int) {
    switch (layout.predictor, layout.depth) {
    case (2, 8):
      for index in row.indices.dropFirst(step) { row[index] &+= row[index - step] }
    case (2, 16), (2, 32), (2, 64):
      let width = layout.depth / 8
      for index in stride(from: row.startIndex + step * width, to: row.endIndex, by: width) {
        let before = numbers.value(row[index - step * width..<index - step * width + width])
        let sum = numbers.value(row[index..<index + width]) &+ before
        row.replaceSubrange(index..<index + width, with: numbers.bytes(sum, width))
      }
    case (3, _):
      for index in row.indices.dropFirst(step) { row[index] &+= row[index - step] }
      // The highest bytes of all samples come first.
      let width = layout.depth / 8
      let count = row.count / width
      let planes = Array(row)
      for sample in 0..<count {
        for byte in 0..<width {
          let place = numbers.isLittle ? width - 1 - byte : byte
          row[row.startIndex + sample * width + place] = planes[byte * count + sample]
        }
      }
    default: break
    }
  }

  // MARK: Samples

  private mutating func copy(
    _ row: ArraySlice<UInt8>, channels inside: Int, plane: Int, x: Int, y: Int
  ) {
    let width = min(layout.part.width, layout.size.width - x)
    let kept = layout.isPlanar ? 1 : channels
    for column in 0..<width {
      for channel in 0..<kept {
        let sample = value(row, column * inside + channel)
        rows[(y * layout.size.width + x + column) * channels + plane + channel] = sample
      }
    }
  }

  /// A sample, scaled to ``depth`` bits; a palette index is not scaled.
  private func value(_ row: ArraySlice<UInt8>, _ index: Int) -> UInt16 {
    let depth = layout.depth
    if depth < 8 || depth % 8 != 0 {
      var bits = 0
      for bit in index * depth..<(index + 1) * depth {
        bits = bits << 1 | Int(row[row.startIndex + bit / 8] >> UInt8(7 - bit % 8)) & 1
      }
      if layout.photometric == 3 { return UInt16(bits) }
      let (most, top) = (1 << depth - 1, 1 << self.depth - 1)
      return UInt16((bits * top + most / 2) / most)
    }
    let width = depth / 8
    let start = row.startIndex + index * width
    if width == 1 { return UInt16(row[start]) }
    let bits = numbers.value(row[start..<start + width])
    if layout.samples == .float { return Self.scaled(Self.float(bits, depth)) }
    switch width {
    case 2: return UInt16(bits)
    // Rounded: 2³² - 1 is white.
    default:
      let most = UInt64(1) << UInt64(depth) - 1
      return UInt16((bits * 65_535 + most / 2) / most)
    }
  }

  private static func float(_ bits: UInt64, _ depth: Int) -> Double {
    switch depth {
    case 16: halfFloat(UInt16(bits))
    case 32: Double(Float(bitPattern: UInt32(bits)))
    default: Double(bitPattern: bits)
    }
  }

  /// Binary16 of IEEE 754.
  private static func halfFloat(_ bits: UInt16) -> Double {
    let fraction = Double(bits & 0x3FF) / 1024
    let exponent = Int(bits >> 10 & 31)
    let sign: Double = bits >> 15 == 0 ? 1 : -1
    switch exponent {
    case 0: return sign * fraction / 16_384
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default:
      return sign * (1 + fraction) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
    }
  }

  /// 0 to 1 as 0 to 65,535; NaN is black.
  private static func scaled(_ value: Double) -> UInt16 {
    value > 0 ? UInt16((min(1, value) * 65_535).rounded()) : 0
  }

  // MARK: JPEG

  /// Decodes a strip or a tile that is a JPEG without tables (Adobe's TIFF Technical Note 2).
  private mutating func addJPEG(_ bytes: [UInt8], at place: PixelRect) throws {
    guard bytes.count > 4, bytes.starts(with: [0xFF, 0xD8]) else {
      isDamaged = true
      return
    }
    // Adobe's marker says that the three components are red, green and blue.
    let mark: [UInt8] =
      layout.photometric == 2
      ? [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0] : []
    let file = [0xFF, 0xD8] + mark + tables.dropFirst(2).dropLast(2) + bytes[2...]
    do {
      let picture = try Picture()
      try file.withUnsafeBytes { file in
        try StillDecoder("mjpeg", maxPixels: (place.width + 256) * (place.height + 256))
          .decode(file, into: picture)
      }
      guard picture.width == place.width,
        picture.height >= min(place.height, layout.size.height - place.y)
      else {
        isDamaged = true
        return
      }
      let size = PixelSize(width: picture.width, height: picture.height)
      let buffer = PixelBuffer.Pool(size: size).take()
      try RGBAConverter(width: size.width, height: size.height, matrix: .bt601, isFullRange: true)
        .convert(picture, into: buffer.base)
      if picture.isDamaged { isDamaged = true }
      copy(buffer, at: place)
    } catch let error as LibavError {
      throw ReadingError(error)
    }
  }

  private mutating func copy(_ buffer: PixelBuffer, at place: PixelRect) {
    let size = layout.size
    for y in 0..<min(place.height, size.height - place.y) {
      let row = buffer.base + y * buffer.stride
      for x in 0..<min(place.width, size.width - place.x) {
        for channel in 0..<channels {
          rows[((place.y + y) * size.width + place.x + x) * channels + channel] =
            UInt16(row[4 * x + channel])
        }
      }
    }
  }
}

extension UInt8 {
  /// The bits in reverse order.
  fileprivate var mirrored: UInt8 {
    (0..<8).reduce(0) { $0 | (self >> UInt8($1) & 1) << UInt8(7 - $1) }
  }
}
