internal import AnimConv

/// A still format that is read, and what of it.
struct StillFormatRow: Encodable {
  let format: String
  /// The library that decodes it.
  let library: String
  /// Bits of a sample that are kept, and variants.
  let depths: String
  /// Whether it can be read here.
  let available: Bool

  var text: String {
    "\(available ? "yes" : "NO ") \(format): \(depths) (\(library))"
  }

  /// Every format, in the order of the documentation.
  static var all: [StillFormatRow] {
    let jxl = OptionalLibrary.ofReading.first { $0.name == "libjxl" }?.failure == nil
    let own = [
      ("PNG", "libpng", "1 to 16 bits"), ("JPEG", "FFmpeg", "8 bits, gray, colours and ink"),
      ("WebP", "libwebp", "8 bits"), ("GIF", "animconv", "palettes"),
      ("AVIF", "FFmpeg", "8, 10 and 12 bits"),
    ].map { StillFormatRow(format: $0.0, library: $0.1, depths: $0.2, available: true) }
    return own
      + [
        StillFormatRow(
          format: "JPEG XL", library: "libjxl", depths: "8 to 16 bits", available: jxl)
      ] + SourceKind.codedPictures.sorted { $0.pictureTitle < $1.pictureTitle }.map(coded)
  }

  private static func coded(_ kind: SourceKind) -> StillFormatRow {
    StillFormatRow(
      format: kind.pictureTitle, library: "FFmpeg", depths: depths[kind] ?? "8 bits",
      available: kind.hasDecoder)
  }

  private static let depths: [SourceKind: String] = [
    .tiff: "pages; 1 to 32 bits and floating point, strips, tiles, planes, JPEG, CMYK",
    .openEXR: "floating point, linear light", .dpx: "8 to 16 bits", .psd: "the merged picture",
    .jpeg2000: "8 to 16 bits", .netpbm: "PBM, PGM, PPM, PAM and PFM", .sgi: "8 and 16 bits",
    .dds: "the largest level",
  ]
}

extension OptionalLibrary {
  /// Every library of the kind.
  static var all: [OptionalLibrary] { ofReading + ofWriting }
}
