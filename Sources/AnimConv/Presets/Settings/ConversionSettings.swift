package import TextFormats

/// Choices of a conversion by their names, each as the text that the command line would have.
///
/// Options, presets and batch files all come down to this; what is not set keeps the default of a
/// ``Conversion``.
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

  /// Whether none is given.
  public var isEmpty: Bool { texts.isEmpty }

  /// The settings that have a value, sorted by name.
  public var names: [String] { texts.keys.sorted() }

  /// The value of a setting; nil when it is not set.
  public subscript(name: String) -> String? { texts[name] }

  /// Gives a setting a value.
  ///
  /// - Throws: ``SettingError/unknown(name:nearest:)`` and
  ///   ``SettingError/invalid(name:expectation:value:)``; then nothing has changed.
  public mutating func set(_ name: String, to text: String) throws(SettingError) {
    let setting = try ConversionSetting.named(name)
    guard setting.accepts(text) else {
      throw .invalid(name: name, expectation: setting.expectation, value: text)
    }
    texts[name] = text
  }

  /// Forgets a setting.
  public mutating func remove(_ name: String) {
    texts[name] = nil
  }

  /// Takes the values of `child` over its own. A setting that a child's replaces in meaning goes as
  /// well: a bit rate over a quality, another codec over the quality of the old one.
  public mutating func override(with child: ConversionSettings) {
    for (name, text) in child.texts where texts[name] != text {
      let setting = ConversionSetting.byName[name]!
      for name in setting.displaced where child.texts[name] == nil { texts[name] = nil }
    }
    texts.merge(child.texts) { $1 }
  }

  /// These settings under those of `child`.
  public func overridden(by child: ConversionSettings) -> ConversionSettings {
    var result = self
    result.override(with: child)
    return result
  }

  /// Puts every value that is set into a conversion and leaves the rest of it alone.
  ///
  /// Each value is taken as asked for by name: the plan refuses it when it can change nothing.
  ///
  /// - Throws: ``SettingError`` when settings contradict one another; then `conversion` is
  ///   unchanged.
  public func apply(to conversion: inout Conversion) throws(SettingError) {
    try apply(to: &conversion, asking: self)
  }

  /// The same with only the names of `asked` taken as asked for.
  package func apply(
    to conversion: inout Conversion, asking asked: ConversionSettings
  ) throws(SettingError) {
    try checkCombination()
    conversion.askedSettings = asked.askedSettings
    for setting in ConversionSetting.all {
      guard let text = texts[setting.name] else { continue }
      let isValue = setting.apply(text, &conversion)
      precondition(isValue, "values are checked when they are set")
    }
  }

  /// The settings as lines of `name=value`, sorted and without the order in which they were set:
  /// equal texts mean equal choices, so the text can be part of a cache's key.
  package var canonicalText: String {
    texts.sorted { $0.key < $1.key }
      .map { "\($0.key)=\(jsonText($0.value))\n" }
      .joined()
  }
}

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
