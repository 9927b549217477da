/// The amount of work for the codes of a frame.
struct LZWEffort: Hashable, Sendable {
  /// The styles to try; the best one is used.
  var styles: [LZWParseStyle]
  /// The number of codes between two places where the table may be cleared; 0 never clears it.
  var clearSpacing: Int
  /// The number of codes for which a parse with a full table continues without being the best path
  /// to any place. Strings of a good table often pay off much later.
  var patience: Int
  /// The number of shorter strings to try after all other decisions; see
  /// ``LZWParseStyle/lookAhead``.
  var finalLookAhead: Int

  /// The approximate number of strings to cut in each table; see ``LZWCutSearch``.
  var cutTries = 0

  /// The work for an effort of 0 to 9.
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

  /// The styles that can give different results: if no pixel has a choice, all preferences are
  /// equal.
  func distinctStyles(hasFreePixels: Bool) -> [LZWParseStyle] {
    guard !hasFreePixels else { return styles }
    var distinct: [LZWParseStyle] = []
    for style in styles where !distinct.contains(where: { $0.lookAhead == style.lookAhead }) {
      distinct.append(style)
    }
    return distinct
  }

  /// This effort without a plan for clear codes, to compare frames before one is chosen.
  var estimate: LZWEffort {
    LZWEffort(styles: Array(styles.prefix(3)), clearSpacing: 0, patience: 0)
  }
}
