/// How SpritedAnimationView's imagesets are called.
public struct ImageSetOptions: Sendable, Hashable {
  /// The name of the imageset and its pictures; nil for that of the output.
  public var name: String?
  /// The name of a second imageset, in which the animation plays backward; needs an output that
  /// holds several, such as an asset catalog.
  public var twin: String?

  /// What the frames themselves suggest.
  public init() {}
}
