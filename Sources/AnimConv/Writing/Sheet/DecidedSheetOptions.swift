internal import Atlases

/// ``SheetWritingOptions`` in which nothing is left open.
struct DecidedSheetOptions: Sendable, Hashable {
  let layout: SheetLayout
  let columns: Int?
  let maxSize: Int
  let powerOfTwo: Bool
  let padding: Int
  let border: Int
  let extrude: Int
  let trims: Bool
  let allowsRotation: Bool
  let mergesDuplicates: Bool
  let labelsTimes: Bool
  let scales: [Int]
  let data: [AtlasDataFormat]
  let png: PNGWritingOptions

  init(_ options: SheetWritingOptions) {
    layout = options.layout ?? .grid
    columns = options.columns
    maxSize = options.maxSize ?? SheetWritingOptions.defaultMaxSize
    powerOfTwo = options.powerOfTwo
    padding = options.padding
    border = options.border
    extrude = options.extrude
    trims = options.trims ?? (layout == .packed)
    allowsRotation = options.allowsRotation
    mergesDuplicates = options.mergesDuplicates
    labelsTimes = options.labelsTimes
    scales = options.scales ?? [1]
    data = options.data ?? SheetWritingOptions.defaultData
    png = options.png
  }
}
