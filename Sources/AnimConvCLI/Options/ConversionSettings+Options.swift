internal import AnimConv
internal import ArgumentParser

extension ConversionSettings {
  /// The settings from groups of options.
  init(_ groups: [any SettingOptions]) throws {
    self.init()
    for group in groups { try group.set(in: &self) }
  }

  /// Adds the settings of `--set NAME=VALUE`.
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
