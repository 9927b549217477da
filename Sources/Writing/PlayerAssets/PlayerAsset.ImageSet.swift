extension PlayerAsset {
  /// Names of SpritedAnimationView's imagesets.
  public struct ImageSet: Sendable, Hashable {
    /// The name of the imageset and its images; nil for the output's name.
    public var name: String?
    /// The name of a second imageset that plays backward; needs an output with several imagesets,
    /// such as an asset catalog.
    public var twin: String?

    /// Default names.
    public init() {}
  }
}
