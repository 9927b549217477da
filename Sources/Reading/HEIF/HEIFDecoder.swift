internal import CHEIF
internal import Raster
internal import Stages

/// Decodes HEICs through libheif, which turns and crops them.
enum HEIFDecoder {
  /// Opens the library.
  ///
  /// - Throws: ``ReadingError/libraryMissing(detail:remedy:)``.
  static func open() throws {
    let file = String(cString: cheif_file_name())
    if let reason = cheif_open() {
      throw ReadingError.libraryMissing(
        detail: "HEIC is decoded by libheif, which cannot be opened (\(String(cString: reason)))",
        remedy: "install \(file) (Debian, Ubuntu: apt install libheif1; Arch: pacman -S libheif; "
          + "macOS: brew install libheif)")
    }
    guard cheif_decodes_hevc() != 0 else {
      throw ReadingError.libraryMissing(
        detail: "libheif has no decoder of HEVC",
        remedy: "install its plugin for libde265 (Debian 13: apt install libheif-plugin-libde265; "
          + "Fedora: libheif-freeworld of RPM Fusion)")
    }
  }

  /// Decodes a whole file.
  ///
  /// - Parameters:
  ///   - target: has the header's size.
  ///   - isWide: whether a picture with more than 8 bits a sample keeps all of them.
  /// - Returns: the tolerated damage, and notes.
  /// - Throws: ``ReadingError``.
  static func draw(
    _ header: CodedHeader, bytes: [UInt8], into target: PixelBuffer, isWide: Bool
  ) throws -> [ReadingWarning] {
    target.contents = nil
    let colors = PictureColors(header.colors, for: header.samples)
    var warnings = [colors.warning].compactMap(\.self)
    try decode(header, bytes) { rows in
      if rows.faults > 0 {
        warnings.append(ReadingWarning(kind: .damagedFrame, detail: "the HEIC is damaged"))
      }
      if header.sampleDepth > 8 {
        let picture = wide(rows, header, colors.conversion)
        picture.narrow(into: target)
        target.wide = isWide ? picture : nil
      } else {
        copy(rows, header, colors.conversion, into: target)
      }
    }
    return warnings + header.colorNotes.map { ReadingWarning(kind: .colorProfile, detail: $0) }
  }

  private static func decode(
    _ header: CodedHeader, _ bytes: [UInt8], _ body: (cheif_rows) -> Void
  ) throws {
    var reason = [CChar](repeating: 0, count: 256)
    var rows = cheif_rows()
    // Libheif reports the sides before the picture is turned and cropped.
    let side = UInt32(clamping: ReadingLimits().maxSide)
    let picture = bytes.withUnsafeBufferPointer { file in
      cheif_decode(
        file.baseAddress, file.count, side, header.sampleDepth > 8 ? 1 : 0, &rows, &reason,
        reason.count)
    }
    guard let picture else {
      let text = String(
        decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw CodedHeader.malformed("the HEIC cannot be decoded: \(text)")
    }
    defer { cheif_release(picture) }
    guard Int(rows.width) == header.stored.width, Int(rows.height) == header.stored.height else {
      throw CodedHeader.malformed(
        "the HEIC has two sizes, \(header.stored) and \(rows.width)x\(rows.height)")
    }
    body(rows)
  }

  private static func copy(
    _ rows: cheif_rows, _ header: CodedHeader, _ conversion: ColorConversion?,
    into target: PixelBuffer
  ) {
    let plane = PixelPlane(target)
    let width = header.stored.width
    for y in 0..<header.stored.height {
      let row = plane.row(y, from: 0)
      UnsafeMutableRawPointer(row).copyMemory(
        from: rows.rows + y * rows.stride, byteCount: 4 * width)
      if header.alpha == .premultiplied { StraightAlpha.unpremultiply(row, width) }
      if header.alpha == .absent { StraightAlpha.makeOpaque(row, width) }
      conversion?.convert(row, width)
    }
    if header.alpha != .absent { target.clearTransparentColors() }
  }

  /// Samples of 16 bits; samples of fewer bits are scaled to the full range.
  private static func wide(
    _ rows: cheif_rows, _ header: CodedHeader, _ conversion: ColorConversion?
  ) -> WidePicture {
    let (size, most) = (header.stored, UInt32(1) << min(rows.bits, 16) - 1)
    var pixels = [WidePicture.Pixel](repeating: .zero, count: size.area)
    for y in 0..<size.height {
      let row = UnsafeRawPointer(rows.rows + y * rows.stride)
        .assumingMemoryBound(to: UInt16.self)
      for x in 0..<size.width {
        var pixel = WidePicture.Pixel.zero
        for channel in 0..<4 {
          let sample = min(UInt32(UInt16(littleEndian: row[4 * x + channel])), most)
          pixel[channel] = UInt16((sample * 65_535 + most / 2) / most)
        }
        if header.alpha == .absent { pixel.w = .max }
        pixels[y * size.width + x] =
          header.alpha == .premultiplied ? WidePicture.straight(pixel) : pixel
      }
    }
    conversion?.convert(&pixels)
    return WidePicture(size: size, pixels: pixels).withoutHiddenColors()
  }
}
