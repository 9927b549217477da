/// What an input is, decided by its first bytes and never by its name alone.
public enum SourceKind: String, Hashable, Sendable, CaseIterable {
  case gif
  /// A still PNG.
  case png
  /// A PNG with an animation. Its first bytes are those of any PNG; the survey tells.
  case apng
  case webp
  /// MP4, MOV, Matroska, WebM, AVI, MPEG-TS, FLV or Y4M.
  case video
  /// A picture that is cut into equal cells. Its first bytes are those of any picture.
  case sheet
  /// A description of frames on sheets. Recognised by its text, not by single bytes.
  case atlas

  /// How many leading bytes ``init(signature:)`` wants to see.
  static let signatureLength = VideoFileFormat.signatureLength

  /// Recognises an input by its first bytes; nil when it is none that animconv reads.
  init?(signature: some Collection<UInt8>) {
    if signature.starts(with: Array("GIF".utf8)) {
      self = .gif
    } else if signature.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if signature.starts(with: Array("RIFF".utf8)),
      signature.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else if VideoFileFormat(signature: signature) != nil {
      self = .video
    } else {
      return nil
    }
  }
}
