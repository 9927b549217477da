internal import CWebP
internal import Raster

/// Decodes one frame's image at a time with libwebp.
///
/// Memory holds the compressed data of one frame, as large as the largest so far.
final class WebPImageDecoder {
  /// The largest number of bytes per pixel of an image's data, in addition to ``spareBytes``. No
  /// encoder needs as many; further bytes of a chunk are ignored.
  private static let maxBytesPerPixel = 16
  private static let spareBytes = 64 << 10
  /// The number of pieces in which damaged data is decoded.
  private static let steps = 64

  private let reader: ByteReader
  private let conversion: ColorConversion?
  private var data: [UInt8] = []
  /// The place of the image chunk in ``data``.
  private var pictureStart = 0

  /// - Parameter conversion: converts pixels to sRGB; nil if they are sRGB.
  init(_ reader: ByteReader, _ conversion: ColorConversion?) {
    self.reader = reader
    self.conversion = conversion
  }

  /// Decodes a frame to straight RGBA; pixels with alpha 0 have colour 0.
  ///
  /// Never fails for damaged bytes.
  ///
  /// - Parameters:
  ///   - target: the frame's first pixel; every pixel of the frame is written.
  ///   - stride: pixels from one row to the next.
  /// - Returns: the number of decoded rows; those below are transparent.
  func decode(
    _ record: WebPFrameRecord, into target: UnsafeMutablePointer<UInt32>, stride: Int
  ) throws -> Int {
    let size = record.rect.size
    try read(record)
    let rows = decodeRows(size, into: target, stride: stride)
    for y in 0..<size.height {
      let row = target + y * stride
      if y < rows { conversion?.convert(row, size.width) }
      if y >= rows {
        row.update(repeating: 0, count: size.width)
      } else if record.hasAlpha {
        StraightAlpha.normalise(row, size.width)
      } else {
        // Other code relies on the header's declaration that nothing is transparent.
        StraightAlpha.makeOpaque(row, size.width)
      }
    }
    return rows
  }

  /// Reads the chunks that libwebp needs: `ALPH` and the image, concatenated.
  private func read(_ record: WebPFrameRecord) throws {
    data.removeAll(keepingCapacity: true)
    let limit = Self.spareBytes + record.rect.size.area * Self.maxBytesPerPixel
    var walker = WebPChunkWalker(
      reader, from: record.dataOffset, to: record.dataOffset + Int64(record.dataBytes))
    while let chunk = try walker.next() {
      let type = chunk.known
      let isPicture = type == .lossy || type == .lossless
      // A lossless image contains its alpha.
      guard isPicture || type == .alpha else { continue }
      if type == .lossless { data.removeAll(keepingCapacity: true) }
      pictureStart = data.count
      reader.seek(to: chunk.offset - Int64(WebPChunk.headerByteCount))
      let count = WebPChunk.headerByteCount + chunk.byteCount + chunk.byteCount % 2
      try append(min(count, limit))
      if isPicture { return }
    }
  }

  private func append(_ count: Int) throws {
    data += try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = try reader.read(count, into: space.baseAddress!)
    }
  }

  /// Decodes as many rows as possible.
  ///
  /// - Returns: how many.
  private func decodeRows(
    _ size: PixelSize, into target: UnsafeMutablePointer<UInt32>, stride: Int
  ) -> Int {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { return 0 }
    config.output.colorspace = MODE_RGBA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self)
    config.output.u.RGBA.stride = Int32(stride * 4)
    config.output.u.RGBA.size = ((size.height - 1) * stride + size.width) * 4
    let isWhole: Bool? = data.withUnsafeBufferPointer { data in
      guard let base = data.baseAddress, hasSize(size, base, data.count) else { return nil }
      // Decoding everything at once is faster, but does not reveal how far it came.
      return WebPDecode(base, data.count, &config) == VP8_STATUS_OK
    }
    guard let isWhole else { return 0 }
    if isWhole { return size.height }
    declareMore()
    return data.withUnsafeBufferPointer { data in
      data.baseAddress.map { decodeInSteps($0, data.count, &config) } ?? 0
    }
  }

  /// Makes the image chunk declare a larger size.
  private func declareMore() {
    let declared = UInt32(clamping: data.count - pictureStart + 256)
    for byte in 0..<4 {
      data[pictureStart + 4 + byte] = UInt8(truncatingIfNeeded: declared >> UInt32(8 * byte))
    }
  }

  /// Whether libwebp sees the surveyed size, so that it stays inside the rectangle. The file may
  /// have changed.
  private func hasSize(_ size: PixelSize, _ data: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var features = WebPBitstreamFeatures()
    return WebPGetFeatures(data, count, &features) == VP8_STATUS_OK
      && Int(features.width) == size.width && Int(features.height) == size.height
  }

  /// Decodes damaged or short data as far as possible.
  ///
  /// libwebp drops the rows of the call in which it finds damage. It therefore receives the data in
  /// pieces and is made to expect more, so that it never reaches the end.
  ///
  /// - Returns: the number of rows.
  private func decodeInSteps(
    _ data: UnsafePointer<UInt8>, _ count: Int, _ config: inout WebPDecoderConfig
  ) -> Int {
    guard let decoder = WebPIDecode(nil, 0, &config) else { return 0 }
    defer { WebPIDelete(decoder) }
    var rows: Int32 = 0
    for step in 1...Self.steps {
      let status = WebPIUpdate(decoder, data, count * step / Self.steps)
      guard status == VP8_STATUS_SUSPENDED || status == VP8_STATUS_OK else { break }
      _ = WebPIDecGetRGB(decoder, &rows, nil, nil, nil)
    }
    return Int(rows)
  }
}
