/// How frames become a sheet. Lengths are pixels of the smallest scale and grow with the scale.
public struct SheetWritingOptions: Sendable, Hashable {
  public var layout = SheetLayout.grid
  /// Columns of a grid; nil for as near to a square as it gets.
  public var columns: Int?
  /// Pixels that a page's sides may have at the largest scale; what does not fit goes to further
  /// pages.
  public var maxSize = 4096
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
  /// Sheets to write, each so many times as large as the first: 1 is `NAME.png`, 2 `NAME@2x.png`.
  public var scales = [1]
  /// The descriptions that are written beside the sheet.
  public var data: [AtlasDataFormat] = [.aseprite]
  public var png = PNGWritingOptions()

  public init() {}

  /// ``trims``, decided.
  var isTrimmed: Bool { trims ?? (layout == .packed) }
}
