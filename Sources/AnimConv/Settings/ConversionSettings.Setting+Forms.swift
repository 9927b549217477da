internal import AnimTiming
internal import Messages

// The forms of values.
extension ConversionSettings.Setting {
  /// A value with words of its own.
  ///
  /// - Parameters:
  ///   - valueName: the name of the value in help.
  ///   - help: a description of the setting.
  ///   - standard: the default.
  ///   - parse: converts a text to the value; nil if the text is invalid.
  ///   - set: stores the value.
  static func value<Value>(
    _ key: SettingName, _ expectation: String, as valueName: String, _ help: String,
    default standard: String? = nil, parse: @escaping @Sendable (String) -> Value?,
    set: @escaping @Sendable (inout Conversion, Value) -> Void
  ) -> ConversionSettings.Setting {
    ConversionSettings.Setting(
      key, expectation, valueName: valueName, help: help, standard: standard
    ) {
      guard let value = parse($0) else { return false }
      set(&$1, value)
      return true
    }
  }

  /// One of the words of a type.
  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: SettingName, _ type: Value.Type, as valueName: String, _ help: String,
    default standard: String? = nil,
    set: @escaping @Sendable (inout Conversion, Value) -> Void
  ) -> ConversionSettings.Setting {
    let words = type.allCases.map(\.rawValue)
    return value(
      key, words.alternatives, as: valueName, help, default: standard,
      parse: { Value(rawValue: $0) }, set: set
    ).words(words)
  }

  /// A whole number.
  ///
  /// - Parameter least, most: the allowed range; nil if the output or the input decides.
  static func number(
    _ key: SettingName, as valueName: String, from least: Int? = nil, to most: Int? = nil,
    _ help: String, default standard: String? = nil,
    set: @escaping @Sendable (inout Conversion, Int) -> Void
  ) -> ConversionSettings.Setting {
    var expectation = "a whole number"
    if let least { expectation += " from \(least)" }
    if let most { expectation += " to \(most)" }
    return value(
      key, expectation, as: valueName, help, default: standard,
      parse: { text in
        Int(text).flatMap { $0 >= least ?? .min && $0 <= most ?? .max ? $0 : nil }
      }, set: set
    ).whole(from: least, to: most)
  }

  /// On or off.
  static func `switch`(
    _ key: SettingName, _ help: String, default standard: String? = nil,
    set: @escaping @Sendable (inout Conversion, Bool) -> Void
  ) -> ConversionSettings.Setting {
    ConversionSettings.Setting(key, "true or false", valueName: nil, help: help, standard: standard)
    {
      text, conversion in
      guard let value = Bool(text) else { return false }
      set(&conversion, value)
      return true
    }
  }

  /// Any text.
  static func text(
    _ key: SettingName, _ expectation: String, as valueName: String, _ help: String,
    default standard: String? = nil, set: @escaping @Sendable (inout Conversion, String) -> Void
  ) -> ConversionSettings.Setting {
    value(key, expectation, as: valueName, help, default: standard, parse: { $0 }, set: set)
  }
}

extension [String] {
  /// `one, two or three`
  var alternatives: String {
    count < 2
      ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}

/// A number with at most one decimal: `23`, `23.5`.
func numberInTenths(parsing text: String) -> Double? {
  let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = Int(parts[0]), abs(whole) < 1_000_000 else { return nil }
  if parts.count == 1 { return Double(whole) }
  guard parts[1].utf8.count == 1, let tenth = Int(parts[1]), tenth >= 0 else { return nil }
  return Double(text)
}

/// A time that is not negative.
func positiveTime(parsing text: String) -> RationalTime? {
  RationalTime(text).flatMap { $0 >= .zero ? $0 : nil }
}
