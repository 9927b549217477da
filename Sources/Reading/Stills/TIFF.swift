internal import Raster
internal import Stages

extension CodedFormat {
  /// TIFF (revision 6.0), and BigTIFF, whose offsets have 64 bits. Each page is an image.
  static let tiff = CodedFormat(.tiff) { head in
    head.starts(with: [0x49, 0x49, 42, 0]) || head.starts(with: [0x4D, 0x4D, 0, 42])
      || head.starts(with: [0x49, 0x49, 43, 0]) || head.starts(with: [0x4D, 0x4D, 0, 43])
  } header: { reader in
    let pages = try TIFFDirectory.pages(reader)
    var header = try pages[0].header(reader)
    header.pageCount = pages.count
    return header
  }
}

extension TIFFDirectory {
  /// The image according to a page's fields.
  ///
  /// - Throws: ``ReadingError``, also for variants that FFmpeg does not decode.
  func header(_ reader: ByteReader) throws -> CodedHeader {
    func number(_ tag: TIFFTag, or other: Int) throws -> Int {
      try numbers(tag, reader).first ?? other
    }
    var header = try CodedHeader(
      .tiff, decoder: "tiff", width: number(.width, or: 0), height: number(.height, or: 0))
    let compression = try number(.compression, or: 1)
    let supported: Set<Int> = [1, 2, 3, 4, 5, 8, 32_773, 32_946]
    guard supported.contains(compression) else {
      let names: [Int: String] = [
        6: "old JPEG", 7: "JPEG", 34_712: "JPEG 2000", 34_925: "LZMA", 50_000: "Zstandard",
        50_001: "WebP",
      ]
      throw CodedHeader.unsupported(
        "a TIFF compressed with \(names[compression] ?? "method \(compression)")")
    }
    let depths = try numbers(.bitsPerSample, reader)
    let format = try number(.sampleFormat, or: 1)
    if format == 3 || depths.contains(where: { $0 > 16 }) {
      throw CodedHeader.unsupported(
        "a TIFF of \(depths.max() ?? 32) bits\(format == 3 ? " of floating point" : "") a sample")
    }
    header.sampleDepth = max(8, depths.max() ?? 8)
    let photometric = try number(.photometric, or: 0)
    // White first, black first, RGB, palette, mask, separated, YCbCr.
    guard (0...6).contains(photometric) else {
      throw CodedHeader.unsupported(
        "a TIFF in \(photometric == 8 ? "Lab" : "colours \(photometric)")")
    }
    let channels = try number(.samplesPerPixel, or: 1)
    switch try numbers(.extraSamples, reader).first {
    case 1 where channels % 2 == 0: header.alpha = .premultiplied
    case 2 where channels % 2 == 0: header.alpha = .straight
    default: break
    }
    if photometric < 2 { header.samples = .gray }
    header.orientation =
      try ExifOrientation.orientation(number(.orientation, or: 1)) ?? .upright
    // Decoders return the appearance of ink, not the ink itself.
    if photometric != 5 { header.profile = try bytes(.profile, reader).flatMap { ICCProfile($0) } }
    return header
  }
}
