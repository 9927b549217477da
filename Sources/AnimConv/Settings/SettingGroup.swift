/// Settings that help lists together.
package struct SettingGroup: Sendable {
  /// The topic of the settings.
  let topic: String
  /// The outputs and inputs that its settings affect, unless they specify others.
  let scope: SettingScope
  /// Its settings, in the order of help.
  package let settings: [ConversionSettings.Setting]

  init(
    _ topic: String, scope: SettingScope = SettingScope(), settings: [ConversionSettings.Setting]
  ) {
    self.topic = topic
    self.scope = scope
    self.settings = settings.map { $0.scoped(scope) }
  }

  /// All settings by group, in the order of help. A setting that builds on another one follows it.
  package static let all = [
    input, pictureFiles, sheetCutting, delays, play, schedule, size, transparency, video, image,
    sheet, frames, pictures, players, output,
  ]

  /// The names of its settings.
  package var names: [String] { settings.map(\.name) }

  /// The settings of the group that affect the same inputs and outputs as a given one.
  package func neighbours(of name: String) -> [String] {
    let scope = settings.first { $0.name == name }?.scope
    return settings.filter { $0.scope == scope }.map(\.name)
  }

  /// The heading in help: the topic and the scope.
  package var heading: String {
    if let feature = scope.feature { return "\(topic), for \(feature.title)" }
    if scope.inputs != .all { return "\(topic), for \(scope.inputs.title) as input" }
    return topic
  }
}

extension ConversionSettings.Setting {
  /// All settings. A setting that builds on another one follows it.
  public static let all: [ConversionSettings.Setting] = SettingGroup.all.flatMap(\.settings)

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// - Throws: ``SettingError/unknown(name:nearest:)``.
  public static func named(_ name: String) throws(SettingError) -> ConversionSettings.Setting {
    if let setting = byName[name] { return setting }
    let nearest = NearestName.nearest(to: name, among: all.lazy.map(\.name))
    throw .unknown(name: name, nearest: nearest)
  }
}
