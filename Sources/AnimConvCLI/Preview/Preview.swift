internal import AnimConv

/// A strip of small frames in the terminal: as a picture where the terminal shows some, and in half blocks
/// otherwise when that is asked for.
struct Preview {
  /// How the terminal takes it.
  enum Form {
    case kitty, iterm, sixel
    case halfBlocks
  }

  private let form: Form
  private let cell: TerminalAnswer.Cell

  /// Lines that the strip takes.
  private static let lines = 6

  /// - Parameter isAskedFor: whether half blocks will do.
  /// - Returns: nil in a pipe, in CI, on a dumb terminal, and where nothing suits.
  init?(isAskedFor: Bool) {
    guard Self.isPossible else { return nil }
    let answer = Self.mayBeAsked ? TerminalQuery.ask() : nil
    cell =
      answer?.cell ?? Terminal.cell.map { TerminalAnswer.Cell(width: $0.width, height: $0.height) }
      ?? TerminalAnswer.Cell(width: 8, height: 16)
    if answer?.takesKitty == true {
      form = .kitty
    } else if answer?.takesITerm == true || Terminal.environment("TERM_PROGRAM") == "iTerm.app" {
      form = .iterm
    } else if answer?.takesSixel == true {
      form = .sixel
    } else if isAskedFor, Terminal.outputTakesColor {
      form = .halfBlocks
    } else {
      return nil
    }
  }

  /// Whether standard output is a terminal that moves its cursor, and somebody looks at it.
  static var isPossible: Bool {
    Terminal.outputIsTerminal && Terminal.environment("CI") == nil
      && Terminal.environment("TERM").map { $0 != "dumb" } == true
  }

  /// Terminals that show no pictures, and show questions that they do not understand.
  private static var mayBeAsked: Bool {
    Terminal.environment("TERM") != "linux"
      && Terminal.environment("TERM_PROGRAM") != "Apple_Terminal"
  }

  /// Room in pixels; a column is left free, because a picture that is as wide as the terminal wraps.
  var room: ThumbnailStrip.Room {
    let columns = min(max(Terminal.columns - 1, 1), 160)
    return form == .halfBlocks
      ? .init(width: columns, height: 2 * Self.lines, gap: 1)
      : .init(width: columns * cell.width, height: Self.lines * cell.height, gap: cell.width)
  }

  /// What shows the strip.
  ///
  /// - Throws: ``ConversionError``.
  func text(_ strip: ThumbnailStrip) throws -> String {
    let pixels = SmallPicture(
      width: strip.picture.size.width, height: strip.picture.size.height,
      bytes: strip.picture.bytes())
    switch form {
    case .kitty: return KittyImage.text(try strip.picture.encoded()) + "\n"
    case .iterm:
      return ITermImage.text(
        try strip.picture.encoded(), width: pixels.width, height: pixels.height) + "\n"
    case .sixel: return SixelImage.text(pixels) + "\n"
    case .halfBlocks:
      let depth = Terminal.environment("COLORTERM")
      return HalfBlocks.text(pixels, hasAllColors: depth == "truecolor" || depth == "24bit")
    }
  }

  /// The numbers of the frames of a strip.
  static func caption(_ strip: ThumbnailStrip) -> String {
    "frames " + strip.frames.map(String.init).joined(separator: ", ") + "\n\n"
  }
}
