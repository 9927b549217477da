internal import AnimTiming
internal import Messages
package import Writing

extension ConversionSettings {
  /// The kind of output that was given by name; nil if none was.
  package var outputKind: OutputKind? { self[.container].flatMap { OutputKind($0) } }

  /// Whether cells are requested.
  package var asksForCells: Bool {
    self[.layout] != nil || self[.columns] != nil
      || self[.data].flatMap { DataFormats(parsing: $0) }?.ofSheets.isEmpty == false
  }

  /// The player that was given by name; nil if none was.
  package var playerAsset: PlayerAsset? { self[.for].flatMap { PlayerAsset(rawValue: $0) } }

  /// Throws if two settings contradict each other.
  package func checkCombination() throws(SettingError) {
    if self[.crf] != nil && self[.bitrate] != nil {
      throw .excludeEachOther(.crf, .bitrate)
    }
    for goal: SettingName in [.target, .ssim] where self[goal] != nil {
      let others: [SettingName] = [.crf, .bitrate, .quality, .lossless, .maxBytes, .ssim]
      for name in others where name != goal && self[name] != nil && self[name] != "false" {
        throw .excludeEachOther(goal, name)
      }
      for (name, mode) in Self.alphaSwitches where mode.separatesAlpha {
        if self[name] == "true" { throw .excludeEachOther(goal, name) }
        if self[.alpha] == mode.rawValue { throw .excludeEachOther(goal, .alpha) }
      }
    }
    if self[.frameDelays] != nil {
      for name: SettingName in [.delays, .zeroDelay, .fps] where self[name] != nil {
        throw .excludeEachOther(.frameDelays, name)
      }
    }
    if self[.at] != nil {
      for name: SettingName in [.poster, .every, .pick] where self[name] != nil {
        throw .excludeEachOther(.at, name)
      }
      if let selected = self[.select], selected != AnimationTimeline.FrameChoice.all.rawValue {
        throw .excludeEachOther(.at, .select)
      }
    }
    try checkSelection()
    if self[.lossless] == "true" {
      let others: [SettingName] = [
        .quality, .alphaQuality, .colors, .dither, .motionThreshold, .globalPalette, .plain,
      ]
      for name in others where self[name] != nil && self[name] != "false" {
        throw .excludeEachOther(.lossless, name)
      }
      if self[.undither] == Conversion.Undithering.on.rawValue {
        throw .excludeEachOther(.lossless, .undither)
      }
      if let mode = self[.webp], mode != WebPMode.lossless.rawValue {
        throw .excludeEachOther(.lossless, .webp)
      }
    }
    if self[.webp] == WebPMode.lossless.rawValue {
      for name: SettingName in [.quality, .alphaQuality] where self[name] != nil {
        throw .needs(name: name, other: .webp, value: "auto, lossy or mixed")
      }
    }
    if self[.zeroDelay] != nil, self[.delays] != "verbatim" {
      throw .needs(name: .zeroDelay, other: .delays, value: "verbatim")
    }
    let switches = Self.alphaSwitches.filter { self[$0.name] == "true" }
    if switches.count > 1 { throw .excludeEachOther(switches[0].name, switches[1].name) }
    if let (name, mode) = switches.first, let text = self[.alpha], text != mode.rawValue {
      throw .excludeEachOther(name, .alpha)
    }
    if self[.mergeDuplicates] == "true", self[.duplicates] == "link" {
      throw .excludeEachOther(.mergeDuplicates, .duplicates)
    }
    if self[.optimize] == "true", self[.pngLevel] != nil {
      throw .excludeEachOther(.optimize, .pngLevel)
    }
    if self[.twin] != nil, self[.for] != PlayerAsset.spritedAnimationView.rawValue {
      throw .needs(name: .twin, other: .for, value: PlayerAsset.spritedAnimationView.rawValue)
    }
    if self[.slotTolerance] != nil, let schedule = self[.schedule], schedule != "slots" {
      throw .needs(name: .slotTolerance, other: .schedule, value: "slots")
    }
    let idle: [SettingName: Set<String>] = [
      .spacing: ["0"], .margin: ["0"], .order: ["rows", "file", "name"], .dropBlank: ["false"],
    ]
    if self[.cut] == "off" {
      for name: SettingName in [.cell, .grid, .count, .spacing, .margin, .order, .dropBlank] {
        if let text = self[name], idle[name]?.contains(text) != true { throw .cutsWithoutSheet }
      }
    }
  }

  /// Switches that each stand for one value of `alpha`.
  private static let alphaSwitches: [(name: SettingName, mode: Conversion.Shaping.Alpha)] = [
    (.template, .template), (.alphaPair, .pair), (.alphaMix, .mix),
  ]

  private func checkSelection() throws(SettingError) {
    let choice = self[.select].flatMap { AnimationTimeline.FrameChoice(rawValue: $0) } ?? .all
    if choice.needsLooks, self[.poster] != nil { throw .excludeEachOther(.poster, .select) }
    for name: SettingName in [.sceneThreshold, .minScene]
    where self[name] != nil && !choice.isByShots {
      throw .needs(name: name, other: .select, value: AnimationTimeline.FrameChoice.scene.rawValue)
    }
  }

  /// Throws if the requested data formats do not suit the output.
  package func checkData(for kind: OutputKind) throws(SettingError) {
    guard let data = self[.data].flatMap({ DataFormats(parsing: $0) }) else { return }
    switch kind.definition.data {
    case .sheets:
      if let list = data.ofFrames.first {
        throw .unsuitedData(
          of: "a sheet", expectation: DataFormats.namesOfSheets, value: list.rawValue)
      }
    case .frames:
      if let format = data.ofSheets.first {
        throw .unsuitedData(
          of: "a folder", expectation: DataFormats.namesOfFrames, value: format.rawValue)
      }
    case .player:
      if !data.ofSheets.isEmpty || !data.ofFrames.isEmpty { throw .dataWithoutFrames }
    case .nothing: throw .dataWithoutFrames
    }
  }
}
