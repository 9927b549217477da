internal import AnimConv
internal import ArgumentParser

/// How the input is read.
struct InputOptions: ParsableArguments {
  @Flag(help: "Treat damage in the input as an error (exit 65) instead of a warning.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Largest canvas, in pixels. Default: 268435456 (16384x16384).", valueName: "px"))
  var maxPixels: Int?

  @Option(
    help: ArgumentHelp("Longest side of the canvas, in pixels. Default: 65535.", valueName: "px"))
  var maxSide: Int?

  @Option(help: ArgumentHelp("Most frames. Default: 200000.", valueName: "n"))
  var maxFrames: Int?

  @Option(
    help: ArgumentHelp(
      "Most canvas pixels times frames. Default: 20000000000.", valueName: "px"))
  var maxTotalPixels: Int?

  @Option(
    help: ArgumentHelp(
      "Largest single piece of metadata, in bytes. Default: 8 MiB.",
      valueName: "bytes"))
  var maxMetadataChunk: Int?

  @Option(
    help: ArgumentHelp("Most metadata in all, in bytes. Default: 64 MiB.", valueName: "bytes"))
  var maxMetadata: Int?

  func validate() throws {
    let limits: [(String, Int?)] = [
      ("--max-pixels", maxPixels), ("--max-side", maxSide), ("--max-frames", maxFrames),
      ("--max-total-pixels", maxTotalPixels), ("--max-metadata-chunk", maxMetadataChunk),
      ("--max-metadata", maxMetadata),
    ]
    for case (let name, let value?) in limits where value < 1 {
      throw ValidationError("expected a positive integer for \(name) but got \(value)")
    }
  }

  var readingOptions: ReadingOptions {
    var options = ReadingOptions()
    options.isStrict = strict
    if let maxPixels { options.limits.maxPixels = maxPixels }
    if let maxSide { options.limits.maxSide = maxSide }
    if let maxFrames { options.limits.maxFrames = maxFrames }
    if let maxTotalPixels { options.limits.maxTotalPixels = maxTotalPixels }
    if let maxMetadataChunk { options.limits.maxMetadataChunkBytes = maxMetadataChunk }
    if let maxMetadata { options.limits.maxMetadataBytes = maxMetadata }
    return options
  }
}

extension ReadingOptions {
  init(
    input: InputOptions, rate: RateOptions, folder: FolderOptions, sheet: SheetCuttingOptions
  ) {
    self = input.readingOptions
    frameRate = rate.fps
    self.folder = folder.folderOptions
    self.sheet = sheet.sheetOptions
  }
}
