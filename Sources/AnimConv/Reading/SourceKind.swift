/// What an input is, decided by its first bytes and never by its name alone.
public enum SourceKind: String, Hashable, Sendable, CaseIterable {
  case gif, video

  /// How many leading bytes ``init(signature:)`` wants to see.
  static let signatureLength = VideoFileFormat.signatureLength

  /// Recognises an input by its first bytes; nil when it is none that animconv reads.
  init?(signature: some Collection<UInt8>) {
    if signature.starts(with: Array("GIF".utf8)) {
      self = .gif
    } else if VideoFileFormat(signature: signature) != nil {
      self = .video
    } else {
      return nil
    }
  }
}
