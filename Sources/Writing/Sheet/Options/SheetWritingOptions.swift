public import Atlases

/// Options of a sheet. Lengths are pixels of the smallest scale and grow with the scale.
public struct SheetWritingOptions: Sendable, Hashable {
  /// Nil for a grid, or for the layout that the player, the data or the output's name requires.
  public var layout: SheetWritingOptions.Layout?
  /// Columns of a grid; nil for nearly square.
  public var columns: Int?
  /// The longest side of a page in pixels at the largest scale; further cells go to further pages.
  /// Nil for ``defaultMaxSize``, or for the player's limit.
  public var maxSize: Int?
  /// Whether the sides of pages are rounded up to powers of two.
  public var powerOfTwo = false
  /// Transparent pixels between cells.
  public var padding = 0
  /// Transparent pixels around all cells of a page.
  public var border = 0
  /// The width of the repeated edge pixels around each cell, against seams in engines with
  /// filtering.
  public var extrude = 0
  /// Whether transparent borders are trimmed: in equal cells the common border, in a packed sheet
  /// that of each frame. The data keeps the full size. Nil for packed sheets only.
  public var trims: Bool?
  /// Whether frames of a packed sheet may be rotated by a quarter turn.
  public var allowsRotation = false
  /// Whether identical frames share a cell.
  public var mergesDuplicates = false
  /// Whether each cell shows its frame's start, as on contact sheets.
  public var labelsTimes = false
  /// Whether each cell shows its frame's index in the input, from 0.
  public var labelsFrames = false
  /// Whether the name, the length, the size and the codec of the input are shown above the cells.
  public var hasHead = false
  /// The font of labels; nil for a system font in cells that have room for one, and dots otherwise.
  /// With a font, pixels depend on the machine.
  public var labelFont: SheetWritingOptions.LabelFont?
  /// The scales of the sheets to write: 1 is `NAME.png`, 2 `NAME@2x.png`. Nil for 1 alone, or for
  /// the player's scales.
  public var scales: [Int]?
  /// The data formats written next to the sheet; nil for Aseprite's, and for a player's own only.
  public var data: [AtlasDataFormat]?
  /// How PNGs are compressed.
  public var png = PNGWritingOptions()
  /// The file format of the pages; the output's kind decides.
  package var pictures = SheetPictures()

  /// A grid, with data for it.
  public init() {}

  /// The default of ``maxSize``.
  public static let defaultMaxSize = 4096
  /// The default of ``data``.
  public static let defaultData: [AtlasDataFormat] = [.aseprite]

  /// Whether cells have labels.
  package var hasLabels: Bool { labelsTimes || labelsFrames }

  /// The same options with all defaults resolved.
  package var decided: DecidedSheetOptions { DecidedSheetOptions(self) }
}

extension SheetWritingOptions {
  /// `1,2,3`; nil for anything but comma-separated whole numbers.
  public static func scales(parsing text: String) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : nil
  }
}

extension SheetWritingOptions {
  /// The layout of cells on a sheet.
  public enum Layout: String, Sendable, Hashable, CaseIterable {
    /// A column.
    case column
    /// A row.
    case row
    /// Rows and columns, nearly square unless the columns are given.
    case grid
    /// Frames without their transparent borders, packed tightly by a heuristic.
    case packed
  }
}
