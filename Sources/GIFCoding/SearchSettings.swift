/// What a search weighs and how far it goes.
struct SearchSettings {
  /// Squared units of ``Lab`` that a bit may cost.
  var errorPerBit: Float
  /// Share of an error that goes on to the neighbours, 0 to 1.
  var dither: Float
  /// Strings that are followed at once.
  var beamWidth: Int
}
