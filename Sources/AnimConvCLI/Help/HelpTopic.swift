internal import AnimConv
internal import ArgumentParser

/// What `animconv help TOPIC` explains: the options of conversions by task, and the exit codes.
enum HelpTopic: String, CaseIterable {
  case input, timing, size, transparency, video, images, sheets, frames, players, output
  /// All of these options.
  case options
  case exit

  /// One line about it.
  var title: String {
    switch self {
    case .input: "limits, folders of pictures, cutting sheets"
    case .timing: "delays, parts, order, speed, repetition, constant rates"
    case .size: "scaling, fitting, cropping"
    case .transparency: "keeping, flattening or storing alpha beside the colour"
    case .video: "codec, quality, effort, chroma, sound"
    case .images: "GIF, APNG, WebP, AVIF and JPEG XL: quality, effort, colours"
    case .sheets: "layout of cells and pages, data formats"
    case .frames: "names and formats of files in a folder or an archive"
    case .players: "output for a certain player, with its code"
    case .output: "presets, kinds of output, replacing files, plans, reports"
    case .options: "every option of a conversion on one page"
    case .exit: "what the exit codes mean"
    }
  }

  /// The groups of options on its page, in order.
  private var groups: [SettingGroup] {
    switch self {
    case .input: [.input, .pictureFiles, .sheetCutting]
    case .timing: [.delays, .play, .schedule]
    case .size: [.size]
    case .transparency: [.transparency]
    case .video: [.video]
    case .images: [.image]
    case .sheets: [.sheet, .pictures]
    case .frames: [.frames, .pictures]
    case .players: [.players]
    case .output: [.output]
    case .options, .exit: []
    }
  }

  /// Whether a setting is on its page.
  func explains(_ setting: String) -> Bool { groups.contains { $0.names.contains(setting) } }

  private var headings: [String] {
    (self == .output ? ["Preset"] : []) + groups.map(\.heading)
  }

  /// The page.
  func text(columns: Int) -> String {
    if columns < TextTable.narrow, self != .exit, let page = narrowPage {
      return page.text(columns: columns)
    }
    switch self {
    case .exit: return Self.exitCodes
    case .options: return Self.options(columns: columns) + "\n"
    default: break
    }
    // Groups follow one another, separated by empty lines; each begins with its heading.
    let groups = Self.options(columns: columns).split(separator: "\n\n")
    return headings.compactMap { heading in
      groups.first { $0.hasPrefix(heading.uppercased() + ":\n") }
    }.joined(separator: "\n\n") + "\n"
  }

  /// The same page for a terminal without room for two columns.
  private var narrowPage: NarrowPage? {
    NarrowPage(command: "convert", sections: self == .options ? nil : headings)
  }

  private static func options(columns: Int) -> String {
    let help = ConvertCommand.helpMessage(columns: columns)
    return help.firstRange(of: "ARGUMENTS:").map { String(help[$0.lowerBound...]) } ?? help
  }

  /// What `animconv --help` prints: two screens of 80 columns.
  static func overview(columns: Int) -> String {
    // The usage shows the first command, which converts.
    let commands = AnimConvCommand.configuration.subcommands.dropFirst().map {
      (name: $0.configuration.commandName ?? "", text: $0.configuration.abstract)
    }
    let sections: [(title: String, rows: [(name: String, text: String)], width: Int)] = [
      ("USAGE: animconv IN OUT [options]", files, 5), ("EXAMPLES:", examples, 54),
      ("COMMON OPTIONS:", common, 20), ("COMMANDS ('animconv COMMAND --help'):", commands, 14),
      (
        "TOPICS ('help OPTION' explains an option, 'help -k WORD' searches):",
        allCases.map { ($0.rawValue, $0.title) }, 14
      ),
    ]
    let title = "Converts animations without changing any frame's timing, colours or shape."
    return TextTable.wrap(title, columns: columns).joined(separator: "\n") + "\n\n"
      + sections.map {
        TextTable.wrap($0.title, columns: columns).joined(separator: "\n") + "\n"
          + TextTable.text($0.rows, nameWidth: $0.width, columns: columns)
      }.joined(separator: "\n")
  }

  private static let files = [
    (
      name: "IN",
      text: """
      a GIF, APNG, WebP, AVIF, JPEG (XL), Aseprite, Lottie, video, sheet, atlas, zip, folder, \
      pattern or list of images; detected by content
      """
    ),
    (
      "OUT",
      """
      .mp4 .webm .mov (video), .gif .apng .webp .avif .jxl (image), .tiff, .png (sheet), NAME/, \
      'f_%04d.png' (frames), .jpg, .zip, .imageset, '-'
      """
    ),
  ]

  private static let examples = [
    (name: "animconv in.gif out.mp4", text: "plays everywhere"),
    ("animconv clip.mp4 out.gif --max-bytes 2M", "the best that fits"),
    ("animconv in.gif out.webm --preset telegram-sticker", "meets a platform's rules"),
    ("animconv in.gif walk.png --layout packed --data pixi", "a packed atlas"),
    ("animconv 'frames/*.png' out.webm --fps 12.5", "images at a frame rate"),
    ("animconv batch 'in/**/*.gif' --preset web-hero --out dist/", ""),
  ]

  private static let common = [
    (name: "--preset NAME", text: "a complete set of choices; 'animconv presets' lists them"),
    ("--scale 640x-1", "a size, or a factor: 2, 50%, 4x"),
    ("--range 1s..3s", "a part, by time or by frames: 10..<20"),
    ("--schedule fps=30", "a constant rate; by default every frame keeps its time"),
    ("--quality 80", "for GIF, WebP, AVIF and JPEG XL; --crf for videos"),
    ("--dry-run, -y, -n", "print the plan; overwrite; skip existing outputs"),
  ]

  private static let exitCodes = """
    EXIT CODES:
      0              done
      1              some files of a batch failed, and would fail again
      3              the output does not meet a platform's constraint or --max-bytes
      64             the command line is invalid
      65             the input is damaged, unsupported or over a limit
      66             the input does not exist
      69             FFmpeg, an encoder, zopfli or FreeType is not installed
      70             an error in animconv itself
      73             the output exists or cannot be created
      74             reading or writing failed, the disk is full, or a timeout
      78             a preset, a batch file, or a setting in one is invalid
      129, 130, 143  SIGHUP, SIGINT, SIGTERM: nothing partial is left

    """
}
