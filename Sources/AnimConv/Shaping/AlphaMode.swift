/// What becomes of transparency.
public enum AlphaMode: String, Sendable, Hashable, CaseIterable {
  /// It stays; for outputs that can carry it.
  case keep
  /// It is all that stays: every colour becomes black, for pictures that a player tints.
  case template
  /// The picture is flattened onto a colour.
  case matte
  /// One opaque picture of twice the height: colour above, alpha as grey below.
  case stacked
  /// One opaque picture of twice the width: colour on the left, alpha as grey on the right.
  case sideBySide = "side-by-side"
  /// Two opaque pictures of the same size, in files of their own: colour, and alpha as grey.
  case pair
  /// Opaque pictures in turn in one file: a colour, its alpha as grey, the next colour.
  case mix

  /// - Parameter text: the name, as in `side-by-side`.
  public init?(parsing text: String) {
    self.init(rawValue: text)
  }

  /// Whether colour and alpha become pictures of their own.
  public var separatesAlpha: Bool { self == .pair || self == .mix }
}

extension AlphaMode: CustomStringConvertible {
  public var description: String { rawValue }
}
