package import Messages

extension ConversionSettings {
  /// One choice of a ``Conversion``, with all of its descriptions: on the command line, in help, in
  /// presets and batch files, and in messages.
  ///
  /// Each setting is one entry of a group, next to the others of its kind.
  public struct Setting: Sendable {
    /// The name of the setting and of the property.
    package let key: SettingName
    /// A description of its values for messages: `a scale such as 0.5, 4x or 640x480`.
    public let expectation: String
    /// The name of its value in help: `px`; nil for a switch.
    package let valueName: String?
    /// A description of its effect, in sentences.
    package let help: String
    /// The default, in words; nil for off.
    package let standard: String?
    /// The outputs and inputs that it affects, and its other conditions; nil for those of its
    /// group.
    private(set) var ownScope: SettingScope?
    /// Settings that this one replaces when it overrides them, such as the quality of another
    /// codec.
    private(set) var displaced: [SettingName] = []
    /// The allowed words, in the order of help; empty for numbers, names and times. If
    /// `takesLists`, several may be given, separated by commas.
    public private(set) var values: [String] = []
    /// Whether it is a whole number.
    package private(set) var isWholeNumber = false
    /// The smallest number; nil if the output or the input decides.
    private(set) var least: Int?
    /// The largest number; nil if the output or the input decides.
    private(set) var most: Int?
    /// Whether it accepts several of its ``values``, separated by commas.
    package private(set) var takesLists = false
    /// Whether the option may be repeated, each time with one name.
    package private(set) var isRepeatable = false
    /// Whether the switch is on by default in some cases, so that it can be turned off.
    package private(set) var isNegatable = false
    /// Whether the option reads its value from a file that is given as `@FILE`.
    package private(set) var readsFiles = false
    /// A value for examples; nil if a word or the expectation has one.
    private(set) var ownExample: String?
    /// Words of other programs, with those that mean the same here.
    private(set) var synonyms: [String: String] = [:]
    /// Applies a text to a conversion; false if the text is not a valid value.
    let apply: @Sendable (_ text: String, _ conversion: inout Conversion) -> Bool

    init(
      _ key: SettingName, _ expectation: String, valueName: String?, help: String,
      standard: String?,
      apply: @escaping @Sendable (_ text: String, _ conversion: inout Conversion) -> Bool
    ) {
      self.key = key
      self.expectation = expectation
      self.valueName = valueName
      self.help = help
      self.standard = standard
      self.apply = apply
    }

    /// The long option without its dashes: `slot-tolerance`.
    public var name: String { key.text }

    /// The property of a ``Conversion`` that it sets, as a Swift key path: `timing.edits.range`. If
    /// it sets several, the main one.
    public var property: String { key.property }

    /// Whether it is only on (`true`) or off (`false`), so that the option needs no value.
    public var isSwitch: Bool { valueName == nil }

    /// The outputs and inputs that it affects.
    package var scope: SettingScope { ownScope ?? SettingScope() }

    /// Whether a text is a valid value of this setting.
    public func accepts(_ text: String) -> Bool {
      var conversion = Conversion(input: .standardInput, output: .standardOutput)
      return apply(text, &conversion)
    }
  }
}

// Additions that an entry of the table may make.
extension ConversionSettings.Setting {
  private func with(_ change: (inout ConversionSettings.Setting) -> Void)
    -> ConversionSettings.Setting
  {
    var setting = self
    change(&setting)
    return setting
  }

  /// Takes whole numbers from `least` to `most`.
  func whole(from least: Int?, to most: Int?) -> ConversionSettings.Setting {
    with {
      $0.isWholeNumber = true
      $0.least = least
      $0.most = most
    }
  }

  /// Affects other outputs or inputs than its group.
  func scoped(
    feature: OutputFeature? = nil, inputs: InputForms = .all,
    condition: SettingScope.Condition? = nil
  ) -> ConversionSettings.Setting {
    with {
      $0.ownScope = SettingScope(feature: feature, inputs: inputs, condition: condition)
    }
  }

  /// The same setting, with the scope of the group if it has none.
  func scoped(_ scope: SettingScope) -> ConversionSettings.Setting {
    with { $0.ownScope = $0.ownScope ?? scope }
  }

  /// Replaces these when it overrides them.
  func displacing(_ names: SettingName...) -> ConversionSettings.Setting {
    with { $0.displaced = names }
  }

  /// Its words.
  func words(_ words: [String]) -> ConversionSettings.Setting { with { $0.values = words } }

  /// Words of other programs.
  func synonyms(_ words: [String: String]) -> ConversionSettings.Setting {
    with { $0.synonyms = words }
  }

  /// The value in examples.
  func example(_ value: String) -> ConversionSettings.Setting { with { $0.ownExample = value } }

  /// Takes several words with commas between them.
  func listing() -> ConversionSettings.Setting { with { $0.takesLists = true } }

  /// The option may be repeated.
  func repeating() -> ConversionSettings.Setting { with { $0.isRepeatable = true } }

  /// The option has an opposite.
  func negatable() -> ConversionSettings.Setting { with { $0.isNegatable = true } }

  /// The option reads files.
  func readingFiles() -> ConversionSettings.Setting { with { $0.readsFiles = true } }
}
