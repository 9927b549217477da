/// How a parser chooses between several strings or indices.
///
/// No style is best for every picture: drawings benefit from long transparent runs, noise from
/// pixels that repeat the canvas, so that strings of an earlier row match.
struct LZWParseStyle: Hashable, Sendable {
  /// The index to try first if two are valid.
  enum Preference: Hashable, Sendable {
    /// Leave the pixel unpainted.
    case transparent
    /// Paint it.
    case painted
    /// Repeat the index of the previous pixel.
    case same
  }

  var preference: Preference
  /// Whether only the preferred index is tried. Strings then repeat exactly, and the table holds
  /// fewer variants of the same string.
  var isStrict = false
  /// The number of shorter strings to try when the table is full; the one that makes the following
  /// string longest is used. In a growing table this would prevent long strings. A few tries bring
  /// most of the gain, and in pictures with long strings each try is slow.
  var lookAhead = 4
}
