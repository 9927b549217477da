internal import AnimConv

/// An example command line for an option, made from the inputs and outputs that the option affects.
enum OptionExample {
  static func line(of option: OptionEntry) -> String {
    let command = option.commands[0]
    let words = [option.spelling, value(of: option)].compactMap(\.self).joined(separator: " ")
    if let base = bases[command] { return base(words) }
    if let whole = wholes[option.key] { return whole }
    guard let setting = try? ConversionSettings.Setting.named(option.key) else {
      return "animconv in.gif out.mp4 " + words
    }
    let needs = needs(setting, help: option.meanings[0].argument.abstract ?? "")
    return ["animconv", input(setting.scope), output(setting.scope), needs, words]
      .compactMap(\.self).joined(separator: " ")
  }

  /// The value of the option; nil for a flag.
  private static func value(of option: OptionEntry) -> String? {
    let argument = option.meanings[0].argument
    guard argument.isOption else { return nil }
    if let value = values[option.key] { return value }
    guard let setting = try? ConversionSettings.Setting.named(option.key) else {
      return argument.allValues?.last ?? "<\(argument.valueName ?? "value")>"
    }
    return setting.example
  }

  /// Other arguments that the option needs to have an effect.
  private static func needs(_ setting: ConversionSettings.Setting, help: String) -> String? {
    if let needed = help.firstMatch(of: /^With (--[^:]+):/) { return String(needed.1) }
    if let needed = setting.scope.condition?.example { return needed }
    if setting.scope.inputs == .sheets, !["cell", "grid", "cut"].contains(setting.name) {
      return "--cell 96x66"
    }
    return nil
  }

  private static func input(_ scope: SettingScope) -> String {
    if scope.inputs.contains(.animations) { return "in.gif" }
    if scope.inputs.contains(.videos) { return "clip.mp4" }
    if scope.inputs.contains(.pictureFiles) { return "'frames/*.png'" }
    if scope.inputs.contains(.sheets) { return "tiles.png" }
    return scope.inputs.contains(.atlases) ? "walk.json" : "hero.aseprite"
  }

  private static func output(_ scope: SettingScope) -> String {
    switch scope.feature {
    case .encoding, .chroma, .lossless, .undithering: "out.mp4"
    case .layout, .pictures, .descriptions: "walk.png"
    case .images, .colorCount, .palettes: "out.gif"
    case .webp, .quality, .alphaQuality: "out.webp"
    case .pictureFiles, .depth, .names, .folders, .resuming: "frames/"
    case .imageSets: "hero.imageset"
    case nil: scope.inputs == .all ? "out.mp4" : "out.gif"
    }
  }

  /// The shortest complete line for each command that is not a conversion.
  private static let bases: [String: @Sendable (String) -> String] = [
    "batch": { "animconv batch 'in/**/*.gif' --preset web-hero --out dist/ " + $0 },
    "batch merge": { "animconv batch merge part1.json part2.json " + $0 },
    "worker": { "animconv worker " + $0 },
    "inspect": { "animconv inspect in.gif " + $0 },
    "compare": { "animconv compare in.gif out.mp4 " + $0 },
    "report": { "animconv report in.gif out.mp4 -o page.html " + $0 },
    "sweep": { "animconv sweep in.gif --codec h264 --crf 18..40/2 -o page.html " + $0 },
    "check": { "animconv check sticker.webm --preset telegram-sticker " + $0 },
    "presets": { "animconv presets web-hero " + $0 },
    "doctor": { "animconv doctor " + $0 },
  ]

  /// Lines in which the option replaces something that other lines need.
  private static let wholes = [
    "sheet": "animconv in.gif --sheet dist/",
    "concat": "animconv in.gif clip.mp4 joined.mp4 --concat --sizes pad",
    "container": "animconv in.gif - --container webm > out.webm",
    "for": "animconv in.gif out.png --for flip-book",
    "each-tag": "animconv walk.json out.gif --each-tag",
    "alpha-pair": "animconv in.gif out.mp4 --alpha-pair --schedule fps=30",
    "alpha-mix": "animconv in.gif out.mp4 --alpha-mix --schedule fps=30",
    "template": "animconv in.gif out.webm --template",
    "cut": "animconv tiles.png out.gif --cut off",
    "max-slots": "animconv in.gif out.mp4 --schedule slots --max-fps 100 --max-slots 3600",
    "rotate": "animconv in.gif walk.png --layout packed --rotate",
    "twin": "animconv in.gif hero.xcassets --for mdc-sprited --schedule fps=10 --twin back",
    "preset-dir": "animconv in.gif out.mp4 --preset mine --preset-dir presets",
    "label-font": "animconv in.gif walk.png --labels --label-font dots",
    "order": "animconv tiles.png out.gif --cell 96x66 --order columns",
    "tag": "animconv walk.json out.gif --tag run",
    "input-scale": "animconv 'frames/*.png' out.gif --input-scale 2",
  ]

  /// Values of options that are not settings, if their description has none.
  private static let values = [
    "preset": "web-hero", "progress": "json", "timeout": "60", "stall-timeout": "120",
    "ssim": "0.98", "jobs": "2", "shard": "1/4", "set": "pad=4", "output": "page.html",
    "preset-dir": "presets",
  ]
}

extension SettingScope.Condition {
  /// Arguments that a setting needs to have an effect; nil if it needs none.
  var example: String? {
    switch self {
    case .scaling: "--scale 50%"
    case .box: "--scale 320x240"
    case .slots: "--schedule slots"
    case .byteLimit: "--max-bytes 2M"
    case .labels: "--labels"
    case .pngFrames, .flattening, .freeRate, .suitedOrder: nil
    }
  }
}
