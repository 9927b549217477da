/// What becomes of transparency.
public enum AlphaMode: String, Sendable, Hashable, CaseIterable {
  /// It stays; for outputs that can carry it.
  case keep
  /// It is all that stays: every colour becomes black, for pictures that a player tints.
  case template
  /// The picture is flattened onto a colour.
  case matte
  /// One opaque picture of twice the height: colour above, alpha as gray below.
  case stacked
  /// One opaque picture of twice the width: colour on the left, alpha as gray on the right.
  case sideBySide = "side-by-side"
  /// Two opaque pictures of the same size: colour, and alpha as gray.
  case pair

  /// - Parameter text: the name, as in `side-by-side`.
  public init?(parsing text: String) {
    self.init(rawValue: text)
  }
}

extension AlphaMode: CustomStringConvertible {
  public var description: String { rawValue }
}
