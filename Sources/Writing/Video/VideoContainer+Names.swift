extension VideoContainer {
  /// The container that a file name's extension asks for; nil when it asks for none.
  ///
  /// - Parameter fileExtension: in lower case, without the dot.
  public init?(fileExtension: String) {
    switch fileExtension {
    case "mp4", "m4v": self = .mp4
    case "webm": self = .webm
    case "mov": self = .mov
    default: return nil
    }
  }
}
