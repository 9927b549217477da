internal import CFreeType
internal import CLibrary
internal import SystemPackage

/// The characters of labels, rendered by FreeType from a font file at one size.
///
/// Pixels depend on the font and, in rounding, on FreeType's version. All digits have the width of
/// the widest, so that times stay aligned.
struct OutlineFont: Sendable {
  private struct Glyph {
    let width: Int
    let height: Int
    /// Offset from the pen to the first column, and from the base line up to the first row.
    let left: Int
    let top: Int
    /// The pen's advance.
    let advance: Int
    /// The coverage of each pixel, row by row.
    let coverage: [UInt8]
  }

  /// The longest side of a character, and the longest advance, as a multiple of the font size.
  private static let mostSides = 8
  private static let mostAdvances = 4

  private let glyphs: [Character: Glyph]
  /// From the base line up to the highest row of any character, and down to the lowest.
  private let ascent: Int
  private let descent: Int

  /// Rows of a line.
  var height: Int { ascent + descent }

  /// Why FreeType cannot be opened; nil if it can.
  static var libraryFailure: String? {
    cfreetype_open().map { String(cString: $0) }
  }

  /// - Parameters:
  ///   - pixels: the font size.
  ///   - others: further characters, which the font may lack.
  /// - Returns: nil if the file is not a font, lacks a character of labels, or if FreeType cannot
  ///   be opened.
  init?(_ path: FilePath, pixels: Int, others: String = "") {
    guard Self.libraryFailure == nil, Self.isFile(path),
      let font = path.withPlatformString({ cfreetype_font($0, UInt32(pixels)) })
    else { return nil }
    defer { cfreetype_font_free(font) }
    var glyphs: [Character: Glyph] = [:]
    for character in LabelText.characters {
      guard let glyph = Self.glyph(character, of: font, pixels) else { return nil }
      glyphs[character] = glyph
    }
    for character in Set(others + "?") where glyphs[character] == nil {
      glyphs[character] = Self.glyph(character, of: font, pixels)
    }
    let advances = 0...Self.mostAdvances * pixels
    guard glyphs.values.allSatisfy({ advances ~= $0.advance }) else { return nil }
    let digits = "0123456789"
    let widest = digits.compactMap { glyphs[$0]?.advance }.max() ?? 0
    for digit in digits {
      guard let glyph = glyphs[digit] else { continue }
      glyphs[digit] = Glyph(
        width: glyph.width, height: glyph.height, left: glyph.left + (widest - glyph.advance) / 2,
        top: glyph.top, advance: widest, coverage: glyph.coverage)
    }
    self.glyphs = glyphs
    ascent = glyphs.values.map(\.top).max() ?? 0
    descent = glyphs.values.map { $0.height - $0.top }.max() ?? 0
  }

  /// Whether it is a regular file rather than a folder or a pipe, which would block.
  private static func isFile(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0
      && status.st_mode & S_IFMT == S_IFREG
  }

  private static func glyph(
    _ character: Character, of font: UnsafeMutableRawPointer, _ pixels: Int
  ) -> Glyph? {
    var drawn = cfreetype_glyph()
    guard let scalar = character.unicodeScalars.first,
      cfreetype_draw(font, scalar.value, Int32(mostSides * pixels), &drawn) == 0
    else { return nil }
    let (width, height) = (Int(drawn.width), Int(drawn.height))
    let rows = (0..<height).flatMap { row in
      UnsafeBufferPointer(start: drawn.coverage + row * Int(drawn.stride), count: width)
    }
    return Glyph(
      width: width, height: height, left: Int(drawn.left), top: Int(drawn.top),
      advance: Int(drawn.advance), coverage: rows)
  }

  /// Pixels of a line.
  func width(_ text: String) -> Int { text.reduce(0) { $0 + (shape(of: $1)?.advance ?? 0) } }

  /// A question mark for characters that the font lacks.
  private func shape(of character: Character) -> Glyph? { glyphs[character] ?? glyphs["?"] }

  /// Calls `body` for every covered pixel of a line, with its column and row from the upper left
  /// and its coverage from 1 to 255.
  func draw(_ text: String, _ body: (_ column: Int, _ row: Int, _ coverage: UInt8) -> Void) {
    var pen = 0
    for character in text {
      guard let glyph = shape(of: character) else { continue }
      for row in 0..<glyph.height {
        for column in 0..<glyph.width where glyph.coverage[row * glyph.width + column] > 0 {
          body(
            pen + glyph.left + column, ascent - glyph.top + row,
            glyph.coverage[row * glyph.width + column])
        }
      }
      pen += glyph.advance
    }
  }
}
