internal import AnimTiming
internal import Messages
internal import Reading
internal import Stages
internal import Writing

extension Conversion {
  /// Throws if a setting that was given by name has no effect in this conversion.
  ///
  /// Called with the request as adapted for its player, because a player chooses schedules and
  /// scales.
  ///
  /// - Parameters:
  ///   - kind: the kind of output.
  ///   - schedule: the requested one, before the player and the rate chose one.
  /// - Throws: ``PlanningError/idle(_:)``.
  func checkEffect(
    on kind: OutputKind, of info: SourceInfo, schedule: AnimationTimeline.Schedule?
  ) throws(PlanningError) {
    let input = InputForms(info)
    for setting in askedSettings {
      let scope = setting.scope
      func idle(_ cause: Conversion.IdleSetting.Cause) -> PlanningError {
        .idle(Conversion.IdleSetting(setting: setting.name, cause: cause))
      }
      if let feature = scope.feature, !kind.takes(feature) { throw idle(.output(feature, kind)) }
      if scope.inputs.isDisjoint(with: input) { throw idle(.input(scope.inputs, info.kind)) }
      if let condition = scope.condition, !meets(condition, info, schedule) {
        throw idle(.condition(condition))
      }
    }
  }

  private func meets(
    _ condition: SettingScope.Condition, _ info: SourceInfo, _ asked: AnimationTimeline.Schedule?
  ) -> Bool {
    switch condition {
    case .scaling:
      return shaping.scale != nil || sizeTarget.maxBytes != nil
        || !(sheet.scales ?? [1]).allSatisfy { $0 == 1 }
    case .box:
      if case .size? = shaping.scale { return true }
      return false
    case .slots:
      if case .slots? = timing.schedule { return true }
      return false
    case .byteLimit: return sizeTarget.maxBytes != nil
    case .labels: return sheet.hasLabels || sheet.hasHead
    case .pngFrames: return (frames.format ?? .png) == .png
    // Only the plan knows whether anything is transparent.
    case .flattening: return true
    case .freeRate: return asked == nil || !info.kind.hasTimes
    case .suitedOrder: return (info.kind == .atlas) == (reading.sheet.frameOrder != .automatic)
    }
  }
}

extension AskedSetting {
  /// - Throws: ``PlanningError/idle(_:)`` if it does not change the result of an inspection.
  func checkEffect(onInspecting info: SourceInfo) throws(PlanningError) {
    var inputs = scope.inputs
    // Nothing is sampled.
    if scope.condition == .freeRate { inputs.remove([.animations, .videos]) }
    if inputs.isDisjoint(with: InputForms(info)) {
      throw .idle(Conversion.IdleSetting(setting: name, cause: .input(inputs, info.kind)))
    }
  }
}

extension ShapingPlan {
  /// The note about a background colour if nothing is transparent.
  func noteOfMatte(_ asked: [AskedSetting]) -> [ConversionMessage] {
    guard !hasTransparency, asked.contains(where: { $0.scope.condition == .flattening }) else {
      return []
    }
    return ["no pixel is transparent, so \(.matte) changes nothing"]
  }

  /// - Throws: ``PlanningError/idle(_:)`` if a background colour was given but transparency is
  ///   kept.
  func checkMatte(_ asked: [AskedSetting]) throws(PlanningError) {
    guard hasTransparency, alpha != .matte,
      let setting = asked.first(where: { $0.scope.condition == .flattening })
    else { return }
    throw .idle(Conversion.IdleSetting(setting: setting.name, cause: .condition(.flattening)))
  }
}
