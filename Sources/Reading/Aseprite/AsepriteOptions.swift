/// What of a file of Aseprite is shown.
public struct AsepriteOptions: Sendable, Hashable {
  /// The layer that is shown alone, whether it is hidden or not; a group with what is in it. Several with
  /// commas, where `\\,` is a comma inside a name. Nil for all that are visible.
  public var layer: String?
  /// Whether layers and groups are shown that are hidden.
  public var showsHiddenLayers = false
  /// The slice that the pictures are cut to, in each frame where it is then; nil for the whole canvas.
  public var slice: String?
  /// Whether pixels become as wide and as high as the file asks for; they stay square otherwise, as in
  /// what Aseprite exports.
  public var appliesPixelAspect = false

  /// Everything that is visible, in square pixels.
  public init() {}
}
