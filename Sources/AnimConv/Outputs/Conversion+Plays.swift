extension Conversion {
  /// The request for a kind that says itself how often it plays: no play is baked for `--loops`.
  var withPlaysOfItsOwn: Conversion {
    var conversion = self
    conversion.timing.edits.loops = 1
    return conversion
  }
}
