/// A string that is taken shorter than it could be.
///
/// While the table grows, the longest string is not always the best: a shorter one leaves other
/// strings behind, and they may fit more often.
struct LZWCut: Hashable, Sendable {
  /// The pixel at which the string starts.
  var position: Int
  /// Pixels that it may have, 1 or more.
  var length: Int
}
