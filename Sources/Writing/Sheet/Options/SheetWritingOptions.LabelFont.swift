internal import CFreeType
internal import CLibrary
public import SystemPackage

extension SheetWritingOptions {
  /// The font of a sheet's labels.
  public enum LabelFont: Sendable, Hashable {
    /// Characters of 3 x 5 dots, the same on every machine.
    case dots
    /// The first font of a file that FreeType supports: TrueType, OpenType and other scalable
    /// fonts. Cells with a side below ``smallestCell`` still get dots.
    case file(FilePath)

    /// The shorter side of a cell in pixels from which a font is readable.
    public static let smallestCell = 96

    /// The file of FreeType, which draws fonts.
    static var libraryName: String { String(cString: cfreetype_file_name()) }

    /// - Parameter text: `dots`, or the path of a font.
    ///
    /// Not `LosslessStringConvertible`: paths can have bytes that no text has.
    public init?(parsing text: String) {
      if text.isEmpty { return nil }
      self = text == "dots" ? .dots : .file(FilePath(text))
    }
  }
}

extension SheetWritingOptions.LabelFont {
  /// The first existing system font; nil for none.
  ///
  /// - Parameter files: in order of preference.
  package static func ofSystem(among files: [FilePath] = wellKnown) -> FilePath? {
    files.first { $0.withPlatformString { access($0, R_OK) } == 0 }
  }

  /// Plain fonts in the locations of Debian, Fedora, Arch and Apple's systems.
  package static let wellKnown: [FilePath] =
    ["/usr/share/fonts", "/usr/local/share/fonts"].flatMap { folder in
      [
        "truetype/dejavu/DejaVuSans.ttf", "dejavu-sans-fonts/DejaVuSans.ttf",
        "dejavu/DejaVuSans.ttf", "TTF/DejaVuSans.ttf",
        "truetype/liberation/LiberationSans-Regular.ttf",
        "truetype/liberation2/LiberationSans-Regular.ttf",
        "liberation-sans-fonts/LiberationSans-Regular.ttf",
        "liberation-sans/LiberationSans-Regular.ttf", "liberation/LiberationSans-Regular.ttf",
        "truetype/noto/NotoSans-Regular.ttf", "google-noto/NotoSans-Regular.ttf",
        "google-noto-vf/NotoSans[wght].ttf", "noto/NotoSans-Regular.ttf",
      ].map { FilePath(folder).appending($0) }
    } + [
      "/System/Library/Fonts/Helvetica.ttc", "/System/Library/Fonts/Supplemental/Arial.ttf",
    ]
}
