/// Settings and the outputs that they are for.
///
/// A setting for one output has to act on it. Settings for several outputs, as those of a preset or
/// of a batch are, act on each output that they are for, and each has to be for one of them.
extension ConversionSettings {
  /// The settings with what each acts on, sorted by name.
  var askedSettings: [AskedSetting] {
    names.compactMap { name in
      guard let setting = try? ConversionSetting.named(name), changesDefault(name) else {
        return nil
      }
      return AskedSetting(name: name, scope: setting.scope)
    }
  }

  /// A switch that is off asks for nothing.
  private func changesDefault(_ name: String) -> Bool {
    self[name] != "false" || name == "trim"
  }

  /// Throws when a setting is for none of these kinds of outputs.
  ///
  /// - Throws: ``SettingError/idle(_:)``.
  package func checkScope(outputs kinds: [OutputKind]) throws(SettingError) {
    if kinds.isEmpty { return }
    for setting in askedSettings {
      guard let feature = setting.scope.feature, !kinds.contains(where: { $0.takes(feature) })
      else { continue }
      let cause: IdleSetting.Cause =
        kinds.count == 1 ? .output(feature, kinds[0]) : .outputs(feature)
      throw .idle(IdleSetting(name: setting.name, cause: cause))
    }
  }

  /// Those settings that are for a kind of output.
  package func suited(to kind: OutputKind) -> ConversionSettings {
    var suited = self
    for setting in askedSettings where !kind.takes(setting.scope.feature) {
      suited.remove(setting.name)
    }
    return suited
  }
}
