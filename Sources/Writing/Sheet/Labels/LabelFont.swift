internal import CLibrary
public import SystemPackage

/// What the labels of a sheet are drawn with.
public enum LabelFont: Sendable, Hashable {
  /// Characters of 3 x 5 dots, the same on every machine.
  case dots
  /// The first font of a file that FreeType reads: TrueType, OpenType and others whose characters can have
  /// any size. Cells with a side below ``smallestCell`` get dots all the same.
  case file(FilePath)

  /// Pixels of a cell's shorter side from which on a font is readable.
  public static let smallestCell = 96

  /// - Parameter text: `dots`, or the path of a font.
  public init?(parsing text: String) {
    if text.isEmpty { return nil }
    self = text == "dots" ? .dots : .file(FilePath(text))
  }
}

extension LabelFont {
  /// The first file of the system that is there; nil for none.
  ///
  /// - Parameter files: in the order in which they are wanted.
  package static func ofSystem(among files: [FilePath] = wellKnown) -> FilePath? {
    files.first { $0.withPlatformString { access($0, R_OK) } == 0 }
  }

  /// Plain fonts where Debian, Fedora, Arch and Apple's systems have them.
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
