package import Atlases

/// ``SheetWritingOptions`` with all defaults resolved.
package struct DecidedSheetOptions: Sendable, Hashable {
  package let layout: SheetWritingOptions.Layout
  let columns: Int?
  package let maxSize: Int
  package let powerOfTwo: Bool
  let padding: Int
  let border: Int
  package let extrude: Int
  package let trims: Bool
  let allowsRotation: Bool
  package let mergesDuplicates: Bool
  package let hasLabels: Bool
  package let hasHead: Bool
  package let scales: [Int]
  package let data: [AtlasDataFormat]
  package let png: PNGWritingOptions

  init(_ options: SheetWritingOptions) {
    data = options.data ?? SheetWritingOptions.defaultData
    let isStrip = data.contains { $0.capabilities.grid == .gapless }
    layout = options.layout ?? (isStrip ? .column : .grid)
    columns = options.columns
    maxSize = options.maxSize ?? SheetWritingOptions.defaultMaxSize
    powerOfTwo = options.powerOfTwo
    padding = options.padding
    border = options.border
    extrude = options.extrude
    trims = options.trims ?? (layout == .packed)
    allowsRotation = options.allowsRotation
    mergesDuplicates = options.mergesDuplicates
    hasLabels = options.hasLabels
    hasHead = options.hasHead
    scales = options.scales ?? [1]
    png = options.png
  }
}
