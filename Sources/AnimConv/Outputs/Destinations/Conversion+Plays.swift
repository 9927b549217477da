extension Conversion {
  /// The request for a kind that stores a loop count: `--loops` repeats no frames.
  var withPlaysOfItsOwn: Conversion {
    var conversion = self
    conversion.timing.edits.loops = 1
    return conversion
  }
}
