/// Settings that help lists together, with their scopes.
///
/// ``all`` is the single table of scopes; refusals and the headings of help are made from it.
package struct SettingGroup: Sendable {
  /// Settings of the group with the same scope.
  package struct Row: Sendable {
    package let names: [String]
    let scope: SettingScope

    init(_ names: String..., scope: SettingScope = SettingScope()) {
      self.names = names
      self.scope = scope
    }
  }

  /// The topic of the settings.
  let topic: String
  package let rows: [Row]

  init(_ topic: String, _ rows: Row...) {
    self.topic = topic
    self.rows = rows
  }

  /// The settings in it.
  package var names: [String] { rows.flatMap(\.names) }

  /// The heading in help: the topic and the scope of its first row.
  package var heading: String {
    let scope = rows[0].scope
    if let feature = scope.feature { return "\(topic), for \(feature.title)" }
    if scope.inputs != .all { return "\(topic), for \(scope.inputs.title) as input" }
    return topic
  }
}

extension ConversionSetting {
  private static let scopes = Dictionary(
    uniqueKeysWithValues: SettingGroup.all.flatMap(\.rows).flatMap { row in
      row.names.map { ($0, row.scope) }
    })

  /// On what it acts.
  package var scope: SettingScope { Self.scopes[name]! }
}
