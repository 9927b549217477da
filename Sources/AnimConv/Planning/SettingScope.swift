/// On what a setting acts: on which outputs, on which inputs, and beside which other settings.
package struct SettingScope: Sendable, Hashable {
  /// What else has to be asked for so that a setting changes anything.
  package enum Condition: Sendable, Hashable {
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
    /// Something that is drawn into cells.
    case labels
    /// Times that come from nowhere else.
    case freeRate
    /// An order of what the input has: cells or named frames.
    case suitedOrder
  }

  /// The outputs that have this; nil for all.
  package var feature: OutputFeature?
  package var inputs = InputForms.all
  package var condition: Condition?

  package init(
    feature: OutputFeature? = nil, inputs: InputForms = .all, condition: Condition? = nil
  ) {
    self.feature = feature
    self.inputs = inputs
    self.condition = condition
  }
}

/// A setting that was asked for by name, and on what it acts.
package struct AskedSetting: Sendable, Hashable {
  /// As the long option without its dashes: `max-fps`.
  package let name: String
  package let scope: SettingScope
}
