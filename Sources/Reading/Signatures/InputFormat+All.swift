internal import Stages

extension InputFormat {
  /// Every format, in the order in which files are compared with them: formats with fixed bytes
  /// first, and Targa, which has none, last.
  package static let all: [InputFormat] = [
    // It begins with its own length, which can match the first bytes of any other format.
    aseprite,
    gif, png, jpeg, webp, jxl, avif, video, zip, lottie,
    tiff, bmp, qoi, netpbm, jpeg2000, dds, psd, openEXR, dpx, heif, sgi, pcx, targa,
  ]

  /// Pictures in numbered files, an editor's document, or a dotLottie.
  private static let zip = InputFormat(.ugoira, nil, reader: .archive) {
    $0.starts(with: [0x50, 0x4B, 0x03, 0x04])
  }

  /// The number of leading bytes for ``init(signature:)``.
  static let signatureLength = VideoFileFormat.signatureLength

  /// Recognizes an input by its first bytes; nil for unsupported formats.
  init?(signature: some Collection<UInt8>) {
    let head = Array(signature)
    guard let found = Self.all.first(where: { $0.matches(head) }) else { return nil }
    self = found
  }

  /// Recognizes a file by its first bytes; nil for unsupported formats.
  init?(of source: ByteSource) throws {
    self.init(signature: try source.prefix(Self.signatureLength))
  }
}

extension StillPicture {
  /// Surveys a file by its header, or by its whole content for some formats.
  ///
  /// - Returns: nil if it is not an image.
  /// - Throws: ``ReadingError``, also beyond the limits.
  static func survey(_ source: ByteSource, options: ReadingOptions) throws -> StillPicture? {
    try InputFormat(of: source)?.survey?(source, options)
  }
}
