internal import CLibrary
package import Messages
package import Raster
package import SystemPackage

/// The font for the labels of cells of one size.
package struct LabelFace: Sendable {
  /// The drawing of its characters.
  enum Characters: Sendable {
    case dots(DotFont)
    /// The black margin around the line, in pixels.
    case outlines(OutlineFont, margin: Int)
  }

  let characters: Characters
  /// Why the labels are dots although a font was expected; nil otherwise.
  package let note: ConversionMessage?

  /// - Parameters:
  ///   - wanted: nil for a system font.
  ///   - size: of a cell.
  ///   - longest: a text that must fit.
  ///   - others: further characters to draw; a question mark replaces characters that the font
  ///     lacks.
  ///   - system: candidate system fonts.
  /// - Returns: nil if there is no room, even for dots.
  /// - Throws: ``SheetError/font(_:)``, ``SheetError/fontNotFound(_:)`` and
  ///   ``SheetError/fontLibrary(_:)`` for a requested file.
  package init?(
    _ wanted: SheetWritingOptions.LabelFont?, on size: PixelSize, longest: String,
    characters others: String = "",
    system: [FilePath] = SheetWritingOptions.LabelFont.wellKnown
  ) throws {
    let outlines = try Self.outlines(
      wanted, on: size, longest: longest, others: others, system: system)
    if case .found(let font, let margin) = outlines {
      characters = .outlines(font, margin: margin)
      note = nil
      return
    }
    let dots = max(1, size.height / 72)
    let most = min(size.width / DotFont.width(longest), size.height / DotFont.height)
    guard most > 0 else { return nil }
    characters = .dots(DotFont(dot: min(dots, most)))
    if case .missing(let reason) = outlines { note = reason } else { note = nil }
  }

  /// Dots of one pixel, for text that is not inside a cell.
  static let smallestDots = LabelFace(characters: .dots(DotFont(dot: 1)), note: nil)

  private init(characters: Characters, note: ConversionMessage?) {
    self.characters = characters
    self.note = note
  }

  private enum Outlines {
    case found(OutlineFont, margin: Int)
    /// Dots were requested, or the cells are too small.
    case unwanted
    case missing(ConversionMessage)
  }

  private static func outlines(
    _ wanted: SheetWritingOptions.LabelFont?, on size: PixelSize, longest: String, others: String,
    system: [FilePath]
  ) throws -> Outlines {
    let side = min(size.width, size.height)
    if wanted == .dots || wanted == nil && side < SheetWritingOptions.LabelFont.smallestCell {
      return .unwanted
    }
    let path: FilePath
    if case .file(let file)? = wanted {
      if let failure = OutlineFont.libraryFailure { throw SheetError.fontLibrary(failure) }
      guard OutlineFont(file, pixels: smallest) != nil else {
        let isThere = file.withPlatformString { access($0, F_OK) } == 0
        throw isThere ? SheetError.font(file) : .fontNotFound(file)
      }
      path = file
    } else {
      if let failure = OutlineFont.libraryFailure {
        return .missing(
          "labels are drawn in dots, because FreeType cannot be opened (\(failure)); install "
            + "\(SheetWritingOptions.LabelFont.libraryName) (Debian, Ubuntu: apt install libfreetype6)"
        )
      }
      guard let found = SheetWritingOptions.LabelFont.ofSystem(among: system) else {
        return .missing(
          "labels are drawn in dots, because none of the usual fonts is installed; "
            + "\(.labelFont) takes the file of any")
      }
      path = found
    }
    guard side >= SheetWritingOptions.LabelFont.smallestCell else {
      return .missing("labels are drawn in dots, because cells of \(size) are too small for fonts")
    }
    // A twelfth of the shorter side, or as much as fits the line.
    for pixels in stride(from: min(max(smallest, side / 12), largest), through: smallest, by: -1) {
      let margin = max(1, pixels / 5)
      guard let font = OutlineFont(path, pixels: pixels, others: others) else { break }
      if font.width(longest) + 2 * margin <= size.width, font.height + 2 * margin <= size.height {
        return .found(font, margin: margin)
      }
    }
    return .missing(
      "labels are drawn in dots, because cells of \(size) have no room for the font "
        + "\(path.lastComponent?.string ?? "")")
  }

  /// Size of the smallest readable font in pixels.
  private static let smallest = 9
  /// Size of the largest font in pixels, which needs a few MB of memory.
  private static let largest = 400
}
