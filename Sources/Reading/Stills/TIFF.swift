internal import Messages
internal import Raster
internal import Stages

extension InputFormat {
  /// TIFF (revision 6.0), and BigTIFF, whose offsets have 64 bits. Each page is an image.
  static let tiff = coded(
    .tiff, by: "tiff", "pages; 1 to 32 bits and floating point, strips, tiles, planes, JPEG, CMYK",
    rewriting: { _, source in
      let file = ByteReader(source)
      return try TIFFDirectory.pages(file)[0].alone(file, limit: StillPicture.maxFileBytes)
    }
  ) { head in
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
    let layout = try TIFFLayout(self, reader)
    let supported: Set<Int> = [1, 2, 3, 4, 5, 7, 8, 32_773, 32_946]
    guard supported.contains(layout.compression) else { throw Self.unsupported(layout.compression) }
    if let obstacle = layout.obstacle { throw CodedHeader.unsupported("a TIFF \(obstacle)") }
    if layout.needsRewriting, (2...4).contains(layout.compression) {
      throw CodedHeader.unsupported("a TIFF with tiles compressed like a fax")
    }
    header.sampleDepth = layout.depth > 8 ? 16 : 8
    if layout.samples == .float { header.colorNotes.append(Self.noteOfFloat) }
    let photometric = try number(.photometric, or: 0)
    let isJPEG = layout.compression == TIFFLayout.jpeg
    if isJPEG, ![0, 1, 2, 6].contains(photometric) || layout.isPlanar {
      throw CodedHeader.unsupported("a TIFF of JPEGs in ink or planes")
    }
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

  /// The meaning of samples of floating point.
  static let noteOfFloat =
    "the samples of the TIFF are floating point: 0 is black, 1 is white, and others are cut off"

  /// The error for samples with an unsupported compression.
  private static func unsupported(_ compression: Int) -> ReadingError {
    let names: [Int: String] = [
      6: "old JPEG", 34_712: "JPEG 2000", 34_925: "LZMA", 50_000: "Zstandard", 50_001: "WebP",
    ]
    let name = names[compression] ?? "method \(compression)"
    return .unsupported(
      detail: "a TIFF compressed with \(name) is not supported",
      remedy: [34_925, 50_000, 50_001].contains(compression)
        ? "compress it differently: tiffcp -c zip IN OUT.tif" : "save it as PNG")
  }
}
