internal import AnimConv

/// A strip of small frames in the terminal: as an image if the terminal supports images, otherwise
/// in half blocks if requested.
struct Preview {
  /// The form that the terminal supports.
  enum Form {
    case kitty, iterm, sixel
    case halfBlocks
  }

  private let form: Form
  private let cell: TerminalAnswer.Cell

  /// The height of the strip in lines.
  private static let lines = 6

  /// - Parameter isAskedFor: whether half blocks are acceptable.
  /// - Returns: nil in a pipe, in CI, on a dumb terminal, and if no form is supported.
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

  /// Whether standard output is an interactive terminal that can move its cursor.
  static var isPossible: Bool {
    Terminal.outputIsTerminal && Terminal.environment("CI") == nil
      && Terminal.environment("TERM").map { $0 != "dumb" } == true
  }

  /// Terminals without images that print unknown queries.
  private static var mayBeAsked: Bool {
    Terminal.environment("TERM") != "linux"
      && Terminal.environment("TERM_PROGRAM") != "Apple_Terminal"
  }

  /// The available pixels; one column stays free, because an image of the terminal's full width
  /// wraps.
  var room: ThumbnailStrip.Room {
    let columns = min(max(Terminal.columns - 1, 1), 160)
    return form == .halfBlocks
      ? .init(width: columns, height: 2 * Self.lines, gap: 1)
      : .init(width: columns * cell.width, height: Self.lines * cell.height, gap: cell.width)
  }

  /// The escape sequences that show the strip.
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

  /// The indices of the strip's frames.
  static func caption(_ strip: ThumbnailStrip) -> String {
    "frames " + strip.frames.map(String.init).joined(separator: ", ") + "\n\n"
  }
}
