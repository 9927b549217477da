internal import AnimConv

/// A command line with an option in it, made from what the option acts on.
enum OptionExample {
  static func line(of option: OptionEntry) -> String {
    let command = option.commands[0]
    let words = [option.spelling, value(of: option)].compactMap(\.self).joined(separator: " ")
    if let base = bases[command] { return base(words) }
    if let whole = wholes[option.key] { return whole }
    guard let setting = try? ConversionSetting.named(option.key) else {
      return "animconv in.gif out.mp4 " + words
    }
    let needs = needs(setting, help: option.meanings[0].argument.abstract ?? "")
    return ["animconv", input(setting.scope), output(setting.scope), needs, words]
      .compactMap(\.self).joined(separator: " ")
  }

  /// What the option is given; nil for a flag.
  private static func value(of option: OptionEntry) -> String? {
    let argument = option.meanings[0].argument
    guard argument.isOption else { return nil }
    if let value = values[option.key] { return value }
    guard let setting = try? ConversionSetting.named(option.key) else {
      return argument.allValues?.last ?? "<\(argument.valueName ?? "value")>"
    }
    // The first of several words is mostly the default.
    if let word = setting.values.dropFirst().first { return word }
    return setting.sample
  }

  /// What else has to be on the line so that the option changes anything.
  private static func needs(_ setting: ConversionSetting, help: String) -> String? {
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
    case .encoding, .lossless, .undithering: "out.mp4"
    case .layout, .pictures, .descriptions: "walk.png"
    case .images, .palettes: "out.gif"
    case .webp, .quality: "out.webp"
    case .pictureFiles, .depth, .names, .folders, .resuming: "frames/"
    case .imageSets: "hero.imageset"
    case nil: scope.inputs == .all ? "out.mp4" : "out.gif"
    }
  }

  /// The shortest whole line of each command that is not a conversion.
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

  /// Lines in which the option takes the place of something that others need.
  private static let wholes = [
    "sheet": "animconv in.gif --sheet dist/",
    "container": "animconv in.gif - --container webm > out.webm",
    "for": "animconv in.gif out.png --for flip-book",
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

  /// Values where neither the words that an option takes nor its description has one.
  private static let values = [
    "depth": "16", "preset": "web-hero", "progress": "json", "timeout": "60",
    "stall-timeout": "120",
    "ssim": "0.98", "jobs": "2", "shard": "1/4", "name": "walk", "set": "pad=4", "scale": "640x-1",
    "crf": "28", "columns": "5", "layer": "Body", "slice": "head", "image": "sheet.png",
    "twin": "back", "encoder-preset": "slow", "tag": "run", "count": "8", "max-memory": "800M",
    "loops": "3", "padding": "2", "border": "2", "extrude": "1", "max-size": "2048",
    "max-fps": "100", "bframes": "0", "quality": "90", "effort": "9", "png-level": "9", "pad": "4",
    "start": "1", "start-number": "0", "pick": "8", "stream": "1", "threads": "2", "colors": "64",
    "segments": "4", "spacing": "2", "margin": "1", "zero-delay": "100", "scales": "1,2",
    "data": "pixi", "every": "2", "poster": "best", "select": "distinct", "alpha-quality": "80",
    "shrink": "size", "matte": "'#1e90ff'", "schedule": "fps=30", "delays": "verbatim",
    "max-pixels": "1000000", "max-side": "4096", "max-frames": "1000",
    "max-total-pixels": "1000000000", "max-metadata-chunk": "1000000", "max-metadata": "8000000",
    "max-spooled-bytes": "1000000000", "max-slots": "3600", "max-output-frames": "5000",
    "range": "1s..2s", "at": "0.5s,1s", "hold-last": "2", "speed": "2", "cell": "96x66",
    "grid": "24x1", "crop": "64x48+0+0", "alpha": "stacked", "slot-tolerance": "8",
    "output": "page.html", "preset-dir": "presets",
  ]
}

extension ConversionSetting {
  /// The value that its description gives as an example.
  fileprivate var sample: String? {
    expectation.firstMatch(of: /such as ([^ ,]+)/).map { String($0.1) }
  }
}

extension SettingScope.Condition {
  /// What to type next to a setting so that it changes anything; nil where nothing is needed.
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
