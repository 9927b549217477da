/// On what a setting acts: on which outputs, on which inputs, and beside which other settings.
public struct SettingScope: Sendable, Hashable {
  /// What else has to be asked for so that a setting changes anything.
  public enum Condition: Sendable, Hashable {
    /// Another size.
    case scaling
    /// A size whose proportions can differ from the picture's.
    case box
    /// Slots of equal length.
    case slots
    /// A number of bytes.
    case byteLimit
    /// Frames that are stored as PNG.
    case pngFrames
    /// Transparency that is flattened.
    case flattening
    /// Times that come from nowhere else.
    case freeRate
  }

  /// The outputs that have this; nil for all.
  public var feature: OutputFeature?
  public var inputs = InputForms.all
  public var condition: Condition?

  public init(
    feature: OutputFeature? = nil, inputs: InputForms = .all, condition: Condition? = nil
  ) {
    self.feature = feature
    self.inputs = inputs
    self.condition = condition
  }
}

/// A setting that was asked for by name, and on what it acts.
public struct AskedSetting: Sendable, Hashable {
  /// As the long option without its dashes: `max-fps`.
  public let name: String
  public let scope: SettingScope
}
