package import Messages

/// The outputs and inputs that a setting affects, and the settings that it needs.
package struct SettingScope: Sendable, Hashable {
  /// What a setting needs to have an effect.
  package enum Condition: Sendable, Hashable {
    /// Another size.
    case scaling
    /// A size whose proportions can differ from the frame's.
    case box
    /// Slots of equal length.
    case slots
    /// A number of bytes.
    case byteLimit
    /// Frames that are stored as PNG.
    case pngFrames
    /// Transparency that is flattened.
    case flattening
    /// Labels in the cells.
    case labels
    /// An input without durations of its own.
    case freeRate
    /// An order that suits the input: cells or named frames.
    case suitedOrder
  }

  /// The outputs with this feature; nil for all.
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

/// A setting that was given by name, with its scope.
package struct AskedSetting: Sendable, Hashable {
  package let name: SettingName
  package let scope: SettingScope
}
