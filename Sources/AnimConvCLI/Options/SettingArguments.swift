internal import AnimConv
internal import ArgumentParser

/// A group of settings as options of a command.
///
/// The argument parser finds options by reflection. The mirror of this type shows it an option for
/// each setting of the group, made from the table, so that nothing about a setting is declared
/// twice.
struct SettingArguments<Topic: SettingTopic>: SettingOptions, CustomReflectable {
  /// The texts by name.
  private var texts: [(setting: ConversionSettings.Setting, text: String)] = []

  init() {}

  /// The values that the parser found.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SettingKey.self)
    for setting in Self.settings {
      guard let text = try setting.text(in: container) else { continue }
      texts.append((setting, text))
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.settings.map { (label: $0.name, value: $0.argument) })
  }

  func set(in settings: inout ConversionSettings) throws {
    for (setting, text) in texts { try settings.set(setting.name, to: text) }
  }

  /// The settings of the group, or only those that may be given.
  private static var settings: [ConversionSettings.Setting] {
    guard let words = MentionedSettings.words else { return Topic.settings }
    return Topic.settings.filter { words.contains($0.name) }
  }
}

/// Options that set properties of a conversion.
protocol SettingOptions: ParsableArguments {
  /// Adds the given values.
  func set(in settings: inout ConversionSettings) throws
}

/// The settings that the arguments may contain.
///
/// The parser examines every option of a command, which takes longer than converting a small file.
/// Most command lines mention few settings, so only these are offered to it.
enum MentionedSettings {
  /// The long options of the arguments, without dashes; nil for all settings.
  @TaskLocal static var words: Set<String>?

  static func words(in arguments: [String]) -> Set<String> {
    Set(
      arguments.lazy.filter { $0.hasPrefix("--") }.map { argument in
        let name = argument.dropFirst(2).prefix { $0 != "=" }
        return String(name.hasPrefix("no-") ? name.dropFirst(3) : name)
      })
  }
}

/// The key of a setting's option.
private struct SettingKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension ConversionSettings.Setting {
  /// The option, as a property of a command would declare it.
  fileprivate var argument: Any {
    let name = NameSpecification.customLong(name)
    if isNegatable { return Flag<Bool?>(name: name, inversion: .prefixedNo, help: argumentHelp) }
    if isSwitch { return Flag<Bool>(wrappedValue: false, name: name, help: argumentHelp) }
    if isRepeatable {
      return Option<[String]>(wrappedValue: [], name: name, help: argumentHelp)
    }
    return Option<String?>(name: name, help: argumentHelp, transform: transform)
  }

  private var argumentHelp: ArgumentHelp {
    ArgumentHelp(stringLiteral: standard.map { "\(help) Default: \($0)." } ?? help)
      .named(valueName)
  }

  /// The text itself, or the error "expected …, but got …".
  private var transform: @Sendable (String) throws -> String {
    { text in
      if readsFiles, text.first == "@" {
        return try MomentsFile(String(text.dropFirst()), checking: checked).text
      }
      return try checked(text)
    }
  }

  /// - Throws: `ValidationError` for an invalid value.
  func checked(_ text: String) throws -> String {
    guard accepts(text) else {
      let hint = hint(on: text).map { "; \($0)" } ?? ""
      throw ValidationError("expected \(expectation), but got '\(text)'\(hint)")
    }
    return text
  }

  /// The text of a parsed option; nil if it was not given.
  fileprivate func text(in container: KeyedDecodingContainer<SettingKey>) throws -> String? {
    let key = SettingKey(stringValue: name)
    if isNegatable { return try container.decodeIfPresent(Bool.self, forKey: key).map(String.init) }
    if isSwitch {
      return try container.decodeIfPresent(Bool.self, forKey: key) == true ? "true" : nil
    }
    if isRepeatable {
      return Self.list(try container.decodeIfPresent([String].self, forKey: key) ?? [])
    }
    return try container.decodeIfPresent(String.self, forKey: key)
  }

  /// Names in the form of a setting: one as it is, several separated by commas.
  private static func list(_ names: [String]) -> String? {
    names.count > 1
      ? names.map { $0.replacing(",", with: "\\,") }.joined(separator: ",") : names.first
  }
}

extension ArgumentHelp {
  fileprivate func named(_ valueName: String?) -> ArgumentHelp {
    var help = self
    help.valueName = valueName
    return help
  }
}
