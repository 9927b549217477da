/// The weights and limits of a search.
struct SearchSettings {
  /// The squared error in units of ``Lab`` that one bit may cost.
  var errorPerBit: Float
  /// The share of an error that is passed to the neighbours, 0 to 1.
  var dither: Float
  /// The number of strings followed at once.
  var beamWidth: Int
}
