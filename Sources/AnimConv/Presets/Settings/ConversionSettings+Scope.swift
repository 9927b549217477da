public import Writing

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
  public func checkScope(outputs kinds: [OutputKind]) throws(SettingError) {
    if kinds.isEmpty { return }
    let forms = kinds.reduce(into: OutputForms()) { $0.formUnion(OutputForms($1)) }
    for setting in askedSettings where setting.scope.outputs.isDisjoint(with: forms) {
      let cause: IdleSetting.Cause =
        kinds.count == 1
        ? .output(setting.scope.outputs, kinds[0]) : .outputs(setting.scope.outputs)
      throw .idle(IdleSetting(name: setting.name, cause: cause))
    }
  }

  /// Those settings that are for a kind of output.
  public func suited(to kind: OutputKind) -> ConversionSettings {
    var suited = self
    for setting in askedSettings
    where setting.scope.outputs.isDisjoint(with: OutputForms(kind)) {
      suited.remove(setting.name)
    }
    return suited
  }
}
