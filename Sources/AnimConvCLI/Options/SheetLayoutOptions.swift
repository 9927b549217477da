internal import AnimConv
internal import ArgumentParser

/// How frames become a sheet.
struct SheetLayoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "column, row, grid (near a square) or packed (without transparent borders). Default: grid.",
      valueName: "layout"),
    transform: parsing("column, row, grid or packed") { SheetLayout(rawValue: $0) })
  var layout: SheetLayout?

  @Option(help: ArgumentHelp("Columns of a grid.", valueName: "n"))
  var columns: Int?

  @Option(
    help: ArgumentHelp(
      "Longest side of a page, in pixels; what does not fit goes to further pages. Default: 4096.",
      valueName: "px"))
  var maxSize: Int?

  @Flag(help: "Enlarge the sides of pages to powers of two.")
  var powerOfTwo = false

  @Option(help: ArgumentHelp("Transparent pixels between cells. Default: 0.", valueName: "px"))
  var padding = 0

  @Option(help: ArgumentHelp("Transparent pixels around all cells. Default: 0.", valueName: "px"))
  var border = 0

  @Option(
    help: ArgumentHelp(
      "Repeat the edge pixels of each cell so often around it. Default: 0.", valueName: "px"))
  var extrude = 0

  @Flag(
    inversion: .prefixedNo,
    help: """
      Leave out transparent borders: those that all frames share, or with --layout packed those of \
      each. Default: only packed.
      """)
  var trim: Bool?

  @Flag(help: "Let packed frames be stored with a quarter turn.")
  var rotate = false

  @Option(
    help: ArgumentHelp(
      "Write a sheet for each of these scales: 1,2,3 gives NAME.png, NAME@2x.png, NAME@3x.png.",
      valueName: "n,n"),
    transform: parsing("scales such as 1,2,3") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int($0) }
      return numbers.count == parts.count ? numbers : nil
    })
  var scales: [Int]?

  func options(png: PNGWritingOptions, merges: Bool) -> SheetWritingOptions {
    var options = SheetWritingOptions()
    if let layout { options.layout = layout }
    options.columns = columns
    if let maxSize { options.maxSize = maxSize }
    options.powerOfTwo = powerOfTwo
    options.padding = padding
    options.border = border
    options.extrude = extrude
    options.trims = trim
    options.allowsRotation = rotate
    options.mergesDuplicates = merges
    if let scales { options.scales = scales }
    options.png = png
    return options
  }
}
