internal import Messages

/// Settings and the outputs that they affect.
///
/// A setting for one output must affect it. Settings for several outputs, as in a preset or a
/// batch, affect only the outputs that support them, and each must affect at least one.
extension ConversionSettings {
  /// The settings with their scopes, sorted by name.
  var askedSettings: [AskedSetting] {
    names.compactMap { name in
      guard let setting = try? ConversionSettings.Setting.named(name), changesDefault(name) else {
        return nil
      }
      return AskedSetting(name: setting.key, scope: setting.scope)
    }
  }

  /// A switch that is off requests nothing.
  private func changesDefault(_ name: String) -> Bool {
    self[name] != "false" || name == SettingName.trim.text
  }

  /// Throws if a setting affects none of these kinds of outputs.
  ///
  /// - Throws: ``SettingError/idle(_:)``.
  package func checkScope(outputs kinds: [OutputKind]) throws(SettingError) {
    if kinds.isEmpty { return }
    for setting in askedSettings {
      guard let feature = setting.scope.feature, !kinds.contains(where: { $0.takes(feature) })
      else { continue }
      let cause: Conversion.IdleSetting.Cause =
        kinds.count == 1 ? .output(feature, kinds[0]) : .outputs(feature)
      throw .idle(Conversion.IdleSetting(setting: setting.name, cause: cause))
    }
  }

  /// The settings that affect a kind of output.
  package func suited(to kind: OutputKind) -> ConversionSettings {
    var suited = self
    for setting in askedSettings where !kind.takes(setting.scope.feature) {
      suited.remove(setting.name.text)
    }
    return suited
  }
}
