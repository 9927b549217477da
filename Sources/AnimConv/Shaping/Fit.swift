/// What happens when a size is asked for whose sides do not have the picture's proportions.
public enum Fit: String, Sendable, Hashable, CaseIterable {
  /// The whole picture, centred; the rest is transparent, or the matte where alpha is flattened.
  case contain
  /// The whole size is filled; what stands out is cut off evenly on both sides.
  case cover
  /// The whole picture, as large as it fits; the size is what comes out, without padding.
  case inside
  /// The picture is stretched to the size.
  case exact

  /// - Parameter text: the name, as in `cover`.
  public init?(parsing text: String) {
    self.init(rawValue: text)
  }
}

extension Fit: CustomStringConvertible {
  public var description: String { rawValue }
}
