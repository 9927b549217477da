internal import Messages
internal import Writing

extension SettingGroup {
  /// The layout of a sheet.
  package static let sheet = SettingGroup(
    "Layout", scope: .init(feature: .layout),
    settings: [
      .choice(
        .layout, SheetWritingOptions.Layout.self, as: "layout",
        """
        Arrangement of cells: column, row, grid (nearly square) or packed (without transparent \
        borders).
        """,
        default: "grid"
      ) { $0.sheet.layout = $1 },
      .number(
        .columns, as: "n", from: 1,
        "Number of columns of a grid.",
        default: "a nearly square grid"
      ) { $0.sheet.columns = $1 }
      .example("5"),
      .number(
        .maxSize, as: "px", from: 1, to: SheetWritingOptions.largestMaxSize,
        "Longest side of a page, in pixels. Further cells go to further pages.",
        default: "4096"
      ) { $0.sheet.maxSize = $1 }
      .example("2048"),
      .switch(
        .powerOfTwo,
        "Round the sides of pages up to powers of two."
      ) { $0.sheet.powerOfTwo = $1 },
      .number(
        .padding, as: "px", from: 0, to: 1024,
        "Transparent space between cells, in pixels.",
        default: "0"
      ) { $0.sheet.padding = $1 }
      .example("2"),
      .number(
        .border, as: "px", from: 0, to: 1024,
        "Transparent space around all cells, in pixels.",
        default: "0"
      ) { $0.sheet.border = $1 }
      .example("2"),
      .number(
        .extrude, as: "px", from: 0, to: 64,
        "Width of the repeated edge pixels around each cell, in pixels.",
        default: "0"
      ) { $0.sheet.extrude = $1 }
      .example("1"),
      .switch(
        .trim,
        """
        Trim transparent borders: the border that all frames share or, with --layout packed, that \
        of each frame.
        """,
        default: "on for packed sheets, off for others"
      ) { $0.sheet.trims = $1 }
      .negatable(),
      .switch(
        .rotate,
        "Allow packed frames to be rotated by 90 degrees."
      ) { $0.sheet.allowsRotation = $1 },
      .switch(
        .labels,
        "Draw each frame's start time into its cell, as on a contact sheet."
      ) { $0.sheet.labelsTimes = $1 },
      .switch(
        .labelFrames,
        "Draw each frame's number, as 'animconv inspect' counts, into its cell."
      ) { $0.sheet.labelsFrames = $1 },
      .switch(
        .labelHead,
        """
        Write the name, length, size and codec of the input above the cells, as on a contact sheet.
        """
      ) { $0.sheet.hasHead = $1 },
      .value(
        .labelFont, "the file of a font, or dots", as: "file",
        "Font of the labels: a font file, or dots, which look the same on every system.",
        default: "a system font in cells of at least 96 pixels, dots in smaller ones",
        parse: { SheetWritingOptions.LabelFont(parsing: $0) }, set: { $0.sheet.labelFont = $1 }
      )
      .scoped(feature: .layout, condition: .labels)
      .words(["dots"]),
    ])
}
