internal import Messages
internal import Writing

extension SettingGroup {
  /// The settings that sheets and frame files share.
  package static let pictures = SettingGroup(
    "Pictures", scope: .init(feature: .pictures),
    settings: [
      .value(
        .data, "names of formats, or none", as: "format",
        """
        Formats of the data that describes the frames, separated by commas, or none. For a sheet: \
        \(DataFormats.namesOfSheets). For a folder: \(DataFormats.namesOfFrames).
        """,
        default: "aseprite for sheets, timing for folders",
        parse: { DataFormats(parsing: $0) },
        set: {
          $0.sheet.data = $1.ofSheets
          $0.frames.lists = $1.ofFrames
        }
      )
      .scoped(feature: .descriptions)
      .example("pixi")
      .words(
        (DataFormats.namesOfSheets + ", " + DataFormats.namesOfFrames)
          .split(separator: ", ").map(String.init) + ["none"]
      )
      .listing(),
      .switch(
        .mergeDuplicates,
        "Store identical frames once."
      ) {
        $0.sheet.mergesDuplicates = $1
        $0.frames.mergesDuplicates = $1
      },
      .number(
        .pngLevel, as: "n", from: 0, to: 9,
        "PNG compression, from 0 (none, fast) to 9 (smallest, slow).",
        default: "1"
      ) {
        $0.sheet.png.level = $1
        $0.frames.png.level = $1
      }
      .scoped(feature: .pictures, condition: .pngFrames)
      .displacing(.optimize)
      .example("9"),
      .switch(
        .optimize,
        """
        Compress PNGs with zopfli, as small as possible. Takes a second or more per million \
        pixels, and enough memory for a whole page.
        """
      ) {
        $0.sheet.png.isOptimized = $1
        $0.frames.png.isOptimized = $1
      }
      .displacing(.pngLevel),
      .value(
        .scales, "scales such as 1,2,3", as: "n,n",
        "Write an image for each of these scales: 1,2,3 gives NAME.png, NAME@2x.png, NAME@3x.png.",
        default: "1",
        parse: { SheetWritingOptions.scales(parsing: $0) },
        set: {
          $0.sheet.scales = $1
          $0.frames.scales = $1
        }
      )
      .scoped(feature: .descriptions)
      .example("1,2"),
    ])
}
