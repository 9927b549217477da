package import TextFormats

extension ConversionSettings {
  /// Takes the members of a JSON object. A number, a truth value or a list may stand for the text
  /// that it is on the command line: `"crf": 18`, `"trim": false`, `"scales": [1, 2]`.
  ///
  /// - Throws: ``SettingError``.
  package init(json: JSONValue) throws(SettingError) {
    for (name, value) in json.members {
      guard let text = Self.text(of: value) else {
        let setting = try ConversionSetting.named(name)
        throw .invalid(
          name: name, expectation: setting.expectation,
          value: value.isNull ? "null" : value.isObject ? "an object" : "a list of lists")
      }
      try set(name, to: text)
    }
  }

  private static func text(of value: JSONValue) -> String? {
    if let text = value.string { return text }
    if let truth = value.bool { return truth ? "true" : "false" }
    if let number = value.number { return number.description }
    guard value.isArray else { return nil }
    let parts = value.elements.map { $0.isArray ? nil : text(of: $0) }
    return parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: ",")
  }
}
