/// How much work goes into the codes of a frame.
struct LZWEffort: Hashable, Sendable {
  /// The styles of which the best is taken.
  var styles: [LZWParseStyle]
  /// Codes between two places where the table may be emptied; 0 empties it never.
  var clearSpacing: Int
  /// Codes that a parse with a full table may go on for without being the best way to any place:
  /// strings of a good table pay again much later.
  var patience: Int
  /// How many shorter strings are tried when all else is settled; see
  /// ``LZWParseStyle/lookAhead``.
  var finalLookAhead: Int

  /// About how many strings of each table are cut for a trial; see ``LZWCutSearch``.
  var cutTries = 0

  /// The work that an effort of 0 to 9 allows.
  init(effort: Int) {
    let tries = [0, 0, 0, 0, 16, 16, 32, 64, 128, 1000]
    cutTries = tries[min(max(effort, 0), 9)]
    let deep = effort >= 9 ? 16 : effort >= 6 ? 8 : effort >= 2 ? 4 : 0
    finalLookAhead = effort >= 2 ? deep * 8 : 0
    let free = [LZWParseStyle.Preference.transparent, .same, .painted].map {
      LZWParseStyle(preference: $0, lookAhead: deep)
    }
    let strict = [LZWParseStyle.Preference.transparent, .painted].map {
      LZWParseStyle(preference: $0, isStrict: true, lookAhead: deep)
    }
    let greedy = free.map { LZWParseStyle(preference: $0.preference, lookAhead: 0) }
    switch effort {
    case ..<1: (styles, clearSpacing, patience) = ([free[0]], 0, 0)
    case 1: (styles, clearSpacing, patience) = ([free[0], strict[1]], 0, 0)
    case 2: (styles, clearSpacing, patience) = (free, 0, 0)
    case 3: (styles, clearSpacing, patience) = ([free[0], strict[1]], 1024, 2048)
    case 4: (styles, clearSpacing, patience) = (free, 768, 4608)
    case 5: (styles, clearSpacing, patience) = (free, 512, 4608)
    case 6: (styles, clearSpacing, patience) = (free + strict, 512, 6144)
    case 7: (styles, clearSpacing, patience) = (free + strict, 384, 6144)
    case 8: (styles, clearSpacing, patience) = (free + strict, 256, 8192)
    default: (styles, clearSpacing, patience) = (free + strict + greedy, 192, 8192)
    }
  }

  init(
    styles: [LZWParseStyle], clearSpacing: Int, patience: Int, finalLookAhead: Int = 0
  ) {
    self.finalLookAhead = finalLookAhead
    self.patience = patience
    self.styles = styles
    self.clearSpacing = clearSpacing
  }

  /// The styles that can differ: where no pixel has a choice, all preferences are one.
  func distinctStyles(hasFreePixels: Bool) -> [LZWParseStyle] {
    guard !hasFreePixels else { return styles }
    var distinct: [LZWParseStyle] = []
    for style in styles where !distinct.contains(where: { $0.lookAhead == style.lookAhead }) {
      distinct.append(style)
    }
    return distinct
  }

  /// The same without a plan for clear codes: what frames are compared with before one is chosen.
  var estimate: LZWEffort {
    LZWEffort(styles: Array(styles.prefix(3)), clearSpacing: 0, patience: 0)
  }
}
