extension Atlas {
  /// The largest number of files that make one atlas.
  static let maxPacks = 256
}
