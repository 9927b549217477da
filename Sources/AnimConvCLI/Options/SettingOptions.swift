internal import AnimConv
internal import ArgumentParser

/// A group of options that set properties of a conversion.
protocol SettingOptions: ParsableArguments {
  /// The settings by name, with their text; nil for options that were not given.
  var settings: KeyValuePairs<String, String?> { get }
}

extension ConversionSettings {
  /// The settings from groups of options.
  init(_ groups: [any SettingOptions]) throws {
    self.init()
    for group in groups {
      for case (let name, let text?) in group.settings { try set(name, to: text) }
    }
  }
}

/// A transform for a setting's option: the text itself, or the error "expected …, but got …".
func setting(_ name: String) -> @Sendable (String) throws -> String {
  { text in
    let setting = try ConversionSetting.named(name)
    guard setting.accepts(text) else {
      let hint = setting.hint(on: text).map { "; \($0)" } ?? ""
      throw ValidationError("expected \(setting.expectation), but got '\(text)'\(hint)")
    }
    return text
  }
}

/// The text of a flag without an opposite.
func text(of flag: Bool) -> String? { flag ? "true" : nil }

extension ConversionSettings {
  /// Adds what `--set NAME=VALUE` says.
  ///
  /// - Parameter check: throws to refuse a name.
  /// - Throws: `ValidationError`, and errors of `check`.
  mutating func set(pairs: [String], check: (String) throws -> Void = { _ in }) throws {
    for pair in pairs {
      guard let equals = pair.firstIndex(of: "=") else {
        throw ValidationError("expected NAME=VALUE for --set, but got '\(pair)'")
      }
      let name = String(pair[..<equals])
      try check(name)
      do { try set(name, to: String(pair[pair.index(after: equals)...])) } catch {
        throw ValidationError(error.reasonAndRemedy)
      }
    }
  }
}

extension StageFailure {
  /// `reason; remedy`, in terms of options.
  var reasonAndRemedy: String {
    let reason = reason.text(.options)
    return remedy.map { "\(reason); \($0.text(.options))" } ?? reason
  }
}

extension SettingError {
  /// The error in terms of options.
  var asUsage: ValidationError {
    var text = message.text(.options)
    if case .idle(let setting) = self { text += "; " + setting.remedy.text(.options) }
    return ValidationError(text)
  }
}
