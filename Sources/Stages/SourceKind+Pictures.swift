/// Still pictures: their names for people, and their file extensions.
extension SourceKind {
  /// Formats that FFmpeg's decoders read as a whole.
  package static let codedPictures = Set(
    allCases.filter { $0.pictureName != nil && $0 != .png && $0 != .jpeg })

  /// Whether it is a picture, or an animation of a format that also holds a picture.
  package var isPicture: Bool {
    [.png, .apng, .webp, .gif, .jpeg, .avif, .jxl].contains(self)
      || Self.codedPictures.contains(self)
  }

  /// The extensions of pictures, in lower case, and the kind of each.
  package static let pictureExtensions: [String: SourceKind] = [
    "png": .png, "apng": .png, "gif": .gif, "webp": .webp, "avif": .avif, "jxl": .jxl,
    "jpg": .jpeg, "jpeg": .jpeg, "jpe": .jpeg, "jfif": .jpeg,
    "tif": .tiff, "tiff": .tiff, "bmp": .bmp, "dib": .bmp,
    "tga": .targa, "targa": .targa, "icb": .targa, "vda": .targa, "vst": .targa,
    "qoi": .qoi, "pcx": .pcx, "sgi": .sgi,
    "pbm": .netpbm, "pgm": .netpbm, "ppm": .netpbm, "pnm": .netpbm, "pam": .netpbm,
    "pfm": .netpbm, "jp2": .jpeg2000, "j2k": .jpeg2000, "j2c": .jpeg2000, "jpc": .jpeg2000,
    "jpf": .jpeg2000, "jpx": .jpeg2000, "dds": .dds, "psd": .psd, "exr": .openEXR, "dpx": .dpx,
  ]

  /// The name of a still picture of this kind, with an article; nil for kinds that are more than a
  /// picture.
  package var pictureName: String? {
    switch self {
    case .png: "a PNG"
    case .jpeg: "a JPEG"
    case .tiff: "a TIFF"
    case .bmp: "a BMP"
    case .targa: "a Targa"
    case .qoi: "a QOI picture"
    case .netpbm: "a Netpbm picture"
    case .pcx: "a PCX"
    case .sgi: "an SGI picture"
    case .jpeg2000: "a JPEG 2000"
    case .dds: "a DDS"
    case .psd: "a Photoshop document"
    case .openEXR: "an OpenEXR"
    case .dpx: "a DPX"
    default: nil
    }
  }

  /// The same without its article; the kind's own name for others.
  package var pictureTitle: String {
    guard let name = pictureName else { return rawValue }
    return name.split(separator: " ", maxSplits: 1).last.map(String.init) ?? name
  }
}
