extension ReadingOptions {
  /// Selects the visible parts of an Aseprite file.
  public struct Aseprite: Sendable, Hashable {
    /// The only layer to show, even if it is hidden; for a group, with its members. Several are
    /// separated by commas, where `\\,` is a comma inside a name. Nil for all visible layers.
    public var layer: String?
    /// Whether hidden layers and groups are shown.
    public var showsHiddenLayers = false
    /// The slice to crop to, in each frame that has it; nil for the whole canvas.
    public var slice: String?
    /// Whether the file's pixel aspect ratio is applied; otherwise pixels stay square, as in
    /// Aseprite's exports.
    public var appliesPixelAspect = false

    /// Everything visible, with square pixels.
    public init() {}
  }
}
