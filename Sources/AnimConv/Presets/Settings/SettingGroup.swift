/// Settings that belong together, as help lists them, and on what each of them acts.
///
/// ``all`` is the one table of what acts on what: refusals and the headings of help are made from
/// it.
package struct SettingGroup: Sendable {
  /// Settings of the group that act on the same.
  package struct Row: Sendable {
    let names: [String]
    let scope: SettingScope

    init(_ names: String..., scope: SettingScope = SettingScope()) {
      self.names = names
      self.scope = scope
    }
  }

  /// What the settings are about.
  let topic: String
  let rows: [Row]

  init(_ topic: String, _ rows: Row...) {
    self.topic = topic
    self.rows = rows
  }

  /// The settings in it.
  package var names: [String] { rows.flatMap(\.names) }

  /// What help calls it: the topic, and on what its first row acts.
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
