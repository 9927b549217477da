/// What an input is, decided by its first bytes and never by its name alone.
public enum SourceKind: String, Hashable, Sendable, CaseIterable {
  case gif

  /// How many leading bytes ``init(signature:)`` wants to see.
  static let signatureLength = 64

  /// Recognises an input by its first bytes; nil when it is none that animconv reads.
  init?(signature: some Collection<UInt8>) {
    if signature.starts(with: Array("GIF".utf8)) {
      self = .gif
    } else {
      return nil
    }
  }
}
