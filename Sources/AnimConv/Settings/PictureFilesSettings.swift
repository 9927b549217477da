internal import Messages
internal import Reading
internal import TextFormats

extension SettingGroup {
  /// Image files as frames.
  package static let pictureFiles = SettingGroup(
    "Order and size", scope: .init(inputs: .pictureFiles),
    settings: [
      .choice(
        .gaps, ReadingOptions.FrameFolder.Gaps.self, as: "gaps",
        """
        Missing numbers: error lists them and fails, hold repeats the previous frame, skip ignores \
        the gap.
        """,
        default: "error"
      ) { $0.reading.folder.gaps = $1 },
      .choice(
        .sizes, ReadingOptions.FrameFolder.MixedSizes.self, as: "sizes",
        """
        Images and clips of different sizes: pad centres them on the largest size, contain also \
        enlarges them, crop cuts them to the smallest size, error fails.
        """,
        default: "pad; error for edits and --concat"
      ) {
        $0.reading.folder.sizes = $1
        $0.reading.editSizes = $1
      },
      .value(
        .inputScale, "a scale such as 2", as: "scale",
        "Use the images for this scale, such as 2 for f1@2x.png.",
        default: "1, or the largest that exists",
        parse: { ExactDecimal($0).flatMap { $0.significand > 0 ? $0 : nil } },
        set: { $0.reading.folder.inputScale = $1 }
      )
      .scoped(inputs: [.pictureFiles, .imageSets]),
      .number(
        .startNumber, as: "n", from: 0,
        "Number of the first frame to read.",
        default: "the lowest number"
      ) { $0.reading.folder.startNumber = $1 }
      .example("0"),
      .switch(
        .mergeRepeats,
        """
        Merge consecutive frames whose files have identical bytes, such as the repeats that slots \
        write.
        """
      ) { $0.reading.folder.mergesRepeats = $1 },
    ])
}
