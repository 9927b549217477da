/// One file that a conversion writes.
public struct PlannedOutput: Sendable {
  /// What is in it.
  public enum Content: String, Sendable {
    /// The picture, or everything there is.
    case picture
    /// The alpha of the picture in another file, as gray.
    case alpha
  }

  public let output: Output
  public let content: Content
  public let encoding: VideoEncoding
}
