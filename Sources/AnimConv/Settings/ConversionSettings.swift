package import Messages
package import TextFormats

/// Settings of a conversion by name, each with the text that the command line uses.
///
/// Options, presets and batch files are all converted to this type. Settings that are not given
/// keep the default of a ``Conversion``.
///
/// ```swift
/// var settings = ConversionSettings()
/// try settings.set("scale", to: "640x-1")
/// try settings.set("crf", to: "18")
/// var conversion = Conversion(input: "in.gif", output: "out.mp4")
/// try settings.apply(to: &conversion)
/// ```
public struct ConversionSettings: Sendable, Hashable {
  private var texts: [String: String] = [:]

  /// No settings.
  public init() {}

  /// Whether there are no settings.
  public var isEmpty: Bool { texts.isEmpty }

  /// The settings that have a value, sorted by name.
  public var names: [String] { texts.keys.sorted() }

  /// The value of a setting; nil if it is not set.
  public subscript(name: String) -> String? { texts[name] }

  /// The value of a setting; nil if it is not set.
  package subscript(name: SettingName) -> String? { texts[name.text] }

  /// Gives a setting a value.
  ///
  /// - Throws: ``SettingError/unknown(name:nearest:)`` and
  ///   ``SettingError/invalid(name:expectation:value:)``; the settings are then unchanged.
  public mutating func set(_ name: String, to text: String) throws(SettingError) {
    let setting = try ConversionSettings.Setting.named(name)
    guard setting.accepts(text) else {
      throw .invalid(name: setting.key, expectation: setting.expectation, value: text)
    }
    texts[name] = text
  }

  /// Forgets a setting.
  public mutating func remove(_ name: String) {
    texts[name] = nil
  }

  /// Overrides values with those of `child`. Settings that a child's setting replaces are removed:
  /// a bit rate removes a quality, another codec removes the old codec's quality.
  public mutating func override(with child: ConversionSettings) {
    for (name, text) in child.texts where texts[name] != text {
      let setting = ConversionSettings.Setting.byName[name]!
      for name in setting.displaced where child[name] == nil { texts[name.text] = nil }
    }
    texts.merge(child.texts) { $1 }
  }

  /// These settings, overridden by `child`.
  public func overridden(by child: ConversionSettings) -> ConversionSettings {
    var result = self
    result.override(with: child)
    return result
  }

  /// Applies every value to a conversion; other properties stay unchanged.
  ///
  /// Each value counts as given by name, so the plan refuses it if it has no effect.
  ///
  /// - Throws: ``SettingError`` if settings contradict each other; `conversion` is then unchanged.
  public func apply(to conversion: inout Conversion) throws(SettingError) {
    try apply(to: &conversion, asking: self)
  }

  /// Applies every value, but only the settings of `asked` count as given by name.
  package func apply(
    to conversion: inout Conversion, asking asked: ConversionSettings
  ) throws(SettingError) {
    try checkCombination()
    conversion.askedSettings = asked.askedSettings
    for setting in ConversionSettings.Setting.all {
      guard let text = texts[setting.name] else { continue }
      let isValue = setting.apply(text, &conversion)
      precondition(isValue, "values are checked when they are set")
    }
  }

  /// The settings as sorted lines of `name=value`. Equal texts mean equal settings, so the text can
  /// be part of a cache key.
  package var canonicalText: String {
    texts.sorted { $0.key < $1.key }
      .map { "\($0.key)=\(jsonText($0.value))\n" }
      .joined()
  }
}

extension ConversionSettings {
  /// Reads the members of a JSON object. Numbers, booleans and lists stand for their text on the
  /// command line: `"crf": 18`, `"trim": false`, `"scales": [1, 2]`.
  ///
  /// - Throws: ``SettingError``.
  package init(json: JSONValue) throws(SettingError) {
    for (name, value) in json.members {
      guard let text = Self.text(of: value) else {
        let setting = try ConversionSettings.Setting.named(name)
        throw .invalid(
          name: setting.key, expectation: setting.expectation,
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
