internal import Messages
internal import Writing

extension SettingGroup {
  /// Separate frame files.
  package static let frames = SettingGroup(
    "Files", scope: .init(feature: .pictureFiles),
    settings: [
      .text(
        .name, "what the names of frames start with", as: "name",
        "Prefix of frame names, before the number; may be empty.",
        default: "frame. For an .xcassets: name of the imageset; by default OUT's name"
      ) {
        $0.frames.name = $1
        $0.imageSet.name = $1
      }
      .scoped(feature: .names)
      .example("walk"),
      .number(
        .pad, as: "n", from: 0, to: 18,
        "Minimum number of digits: 4 gives frame0007.png.",
        default: "the digits of the last number"
      ) { $0.frames.pad = $1 }
      .example("4"),
      .number(
        .start, as: "n", from: 0, to: 999_999_999,
        "Number of the first frame that is written.",
        default: "0"
      ) { $0.frames.start = $1 }
      .example("1"),
      .choice(
        .duplicates, FrameFilesOptions.Repeats.self, as: "duplicates",
        """
        Repeated frames, as with --schedule slots: link stores them as hard links, list names the \
        first file again.
        """,
        default: "link"
      ) { $0.frames.repeats = $1 }
      .scoped(feature: .folders),
      .value(
        .frameFormat,
        (FrameFilesOptions.PictureFormat.allCases.map(\.rawValue) + ["none"]).alternatives,
        as: "format",
        """
        Image format of frames: png, jpeg (no transparency), webp (lossless unless --quality is \
        given), avif, tiff, bmp, tga, qoi, ppm (no transparency), or none (only the file of \
        --data).
        """,
        default: "png",
        parse: { name -> FrameFilesOptions.PictureFormat?? in
          if name == "none" { return .some(nil) }
          return FrameFilesOptions.PictureFormat(fileExtension: name).map { .some($0) }
        },
        set: {
          $0.frames.format = $1
          $0.frames.writesPictures = $1 != nil
        }
      )
      .words(FrameFilesOptions.PictureFormat.allCases.map(\.rawValue) + ["none"]),
      .choice(
        .depth, FrameFilesOptions.Depth.self, as: "bits",
        """
        Bits of a sample of PNGs, TIFFs and PPMs: 8, 16, or auto for 16 where the input has more \
        than 8.
        """,
        default: "8"
      ) { $0.frames.depth = $1 }
      .scoped(feature: .depth)
      .example("16"),
      .switch(
        .imagesets,
        "Write each frame as an Apple imageset: frame0.imageset."
      ) { $0.frames.usesImageSets = $1 }
      .scoped(feature: .folders),
      .switch(
        .resume,
        """
        Continue an interrupted run of the same command. If this run is interrupted, its finished \
        images are kept in a hidden folder beside OUT. IN must be one file.
        """
      ) { $0.frames.resumes = $1 }
      .scoped(feature: .resuming),
    ])
}
