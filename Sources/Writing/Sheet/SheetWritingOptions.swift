public import Atlases

/// How frames become a sheet. Lengths are pixels of the smallest scale and grow with the scale.
public struct SheetWritingOptions: Sendable, Hashable {
  /// Nil for a grid, or what the player needs.
  public var layout: SheetLayout?
  /// Columns of a grid; nil for as near to a square as it gets.
  public var columns: Int?
  /// Pixels that a page's sides may have at the largest scale; what does not fit goes to further
  /// pages. Nil for ``defaultMaxSize``, or what the player takes.
  public var maxSize: Int?
  /// Whether the sides of pages grow to powers of two.
  public var powerOfTwo = false
  /// Transparent pixels between cells.
  public var padding = 0
  /// Transparent pixels around all cells of a page.
  public var border = 0
  /// How often the edge pixels of each cell are repeated around it, against seams in engines that
  /// filter.
  public var extrude = 0
  /// Leaves out transparent borders: in equal cells those that all frames share, in a packed sheet
  /// those of each frame. The data keeps the full size. Nil for packed sheets only.
  public var trims: Bool?
  /// Whether frames of a packed sheet may be stored with a quarter turn.
  public var allowsRotation = false
  /// Gives equal frames one cell.
  public var mergesDuplicates = false
  /// Draws into each cell when its frame starts, as contact sheets have it.
  public var labelsTimes = false
  /// Draws into each cell which frame of the input it shows, counted from 0.
  public var labelsFrames = false
  /// What labels are drawn with; nil for a font of the system in cells that have room for one, and dots
  /// in others and where there is none. Pixels then depend on the machine's fonts.
  public var labelFont: LabelFont?
  /// Sheets to write, each so many times as large as the first: 1 is `NAME.png`, 2 `NAME@2x.png`.
  /// Nil for 1 alone, or what the player needs.
  public var scales: [Int]?
  /// The descriptions that are written beside the sheet; nil for Aseprite's, and for none beside
  /// what a player needs.
  public var data: [AtlasDataFormat]?
  /// How PNGs are compressed.
  public var png = PNGWritingOptions()

  /// A grid, and data for the kind of file beside it.
  public init() {}

  /// ``maxSize`` when nobody names one.
  public static let defaultMaxSize = 4096
  /// ``data`` when nobody names any.
  public static let defaultData: [AtlasDataFormat] = [.aseprite]

  /// Whether anything is drawn into the cells.
  package var hasLabels: Bool { labelsTimes || labelsFrames }

  /// The same choices, every one of them made.
  package var decided: DecidedSheetOptions { DecidedSheetOptions(self) }
}

extension SheetWritingOptions {
  /// `1,2,3`; nil for anything but whole numbers with commas.
  public static func scales(parsing text: String) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : nil
  }
}

/// How cells are arranged on a sheet.
public enum SheetLayout: String, Sendable, Hashable, CaseIterable {
  /// One below the other.
  case column
  /// One beside the other.
  case row
  /// Rows and columns, as near to a square as it gets unless the columns are given.
  case grid
  /// Each frame without its transparent borders, as close together as a heuristic gets them.
  case packed
}
