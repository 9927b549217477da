/// How a parser decides where more than one string, or more than one index, would do.
///
/// No style is best for every picture: drawings want their untouched pixels in long transparent
/// runs, noise wants them as they are on the canvas, so that strings of an earlier row fit.
struct LZWParseStyle: Hashable, Sendable {
  /// Which index is tried first where two are right.
  enum Preference: Hashable, Sendable {
    /// Leave the pixel alone.
    case transparent
    /// Paint it.
    case painted
    /// Write what the pixel before has.
    case same
  }

  var preference: Preference
  /// Whether the index tried first is the only one: strings then repeat themselves exactly, which
  /// fills the table with fewer variants of the same thing.
  var isStrict = false
  /// How many shorter strings are tried once the table is full, so that one is taken where the string
  /// behind it gains more. While the table grows this would starve it of long strings. Few tries
  /// find most of the gain, and in pictures with long strings each costs much.
  var lookAhead = 4
}
