/// A string that is shorter than the longest match.
///
/// While the table grows, the longest string is not always best: a shorter one adds other strings
/// to the table, which may match more often.
struct LZWCut: Hashable, Sendable {
  /// The pixel at which the string starts.
  var position: Int
  /// The length of the string in pixels, at least 1.
  var length: Int
}
