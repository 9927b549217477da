internal import Stages

extension SourceKind {
  /// The number of leading bytes for ``init(signature:)``.
  static let signatureLength = VideoFileFormat.signatureLength

  /// Recognizes an input by its first bytes; nil for unsupported formats.
  init?(signature: some Collection<UInt8>) {
    // It begins with its own length, which can be the first bytes of any other format.
    if AsepriteHeader.isMarked(signature) {
      self = .aseprite
    } else if signature.starts(with: Array("GIF".utf8)) {
      self = .gif
    } else if signature.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if JPEGHeader.starts(signature) {
      self = .jpeg
    } else if signature.starts(with: Array("RIFF".utf8)),
      signature.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else if JXLSurvey.starts(signature) {
      self = .jxl
    } else if AVIFBrands(signature: signature) != nil {
      self = .avif
    } else if VideoFileFormat(signature: signature) != nil {
      self = .video
    } else if signature.starts(with: [0x50, 0x4b, 0x03, 0x04]) {
      self = .ugoira
    } else if let format = CodedFormat(signature: signature) {
      self = format.kind
    } else {
      return nil
    }
  }
}
