internal import AnimTiming
internal import Atlases
internal import Raster
internal import SystemPackage
internal import Writing

/// A sheet of one or more pages, with every frame in its own cell, and data files.
struct SheetOutput: OutputDefinition {
  /// The format of the pages.
  let format: SheetWritingOptions.PageFormat
  let isSheet = true
  let data = DataSubject.sheets
  let playsByItself = false

  var name: String { format == .png ? "png" : "\(format.rawValue)-sheet" }

  /// Other names are those of pictures, see ``OutputKind/init(of:hasCells:)``.
  var fileExtensions: [String] { format == .png ? ["png"] : [] }

  var newExtension: String { format.fileExtension }

  var title: String { format == .png ? "a sheet" : "a sheet in \(format.title)" }

  var family: String { format == .png ? "sheets" : "sheets in other formats than PNG" }

  var features: Set<OutputFeature> {
    let all: Set<OutputFeature> = [.layout, .pictures, .descriptions]
    return format == .png ? all : all.union([.quality])
  }

  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha {
    format == .jpeg ? .matte : .keep
  }

  /// The pages have the format of this kind.
  func suited(_ conversion: Conversion) -> Conversion {
    var suited = conversion
    suited.sheet.pictures.format = format
    suited.sheet.pictures.quality = format == .png ? nil : conversion.frames.quality
    suited.sheet.pictures.matte = conversion.shaping.matte
    return suited
  }

  /// Data in whole milliseconds is rounded.
  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    conversion.wantedSheet.decided.data.contains(where: \.countsMilliseconds)
      ? .milliseconds : timebase
  }

  /// There may be further pages.
  func certainFiles(_ conversion: Conversion, at path: FilePath) -> [FilePath] {
    guard let stem = path.stem else { return [path] }
    let data = AtlasWriter.fileNames(
      formats: conversion.wantedSheet.decided.data, baseName: stem, pageCount: 1)
    return [path] + data.map { path.removingLastComponent().appending($0) }
  }

  func checkNumbers(_ conversion: Conversion) throws {
    try conversion.sheet.decided.checkNumbers()
  }

  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    try SheetPlan.analysisRequest(
      frames, path: conversion.outputPath(for: self), options: conversion.wantedSheet)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try SheetPlan(
      frames, path: conversion.outputPath(for: self), options: conversion.wantedSheet,
      facts: InputFacts(conversion, frames), player: conversion.playerAsset)
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    .sheet(size, frames: frames, conversion.sheet)
  }
}

extension WritingCost {
  /// Memory of a sheet: rows of cells, and four frames in flight.
  static func sheet(
    _ size: PixelSize, frames: Int, _ given: SheetWritingOptions
  ) -> WritingCost {
    let options = given.decided
    var bytes = 4 << 20
    for scale in options.scales {
      let cell = size.scaled(by: scale)
      bytes += cell.area * 4 * 4 + max(cell.width, cell.height) * 4 * options.maxSize
      let pixels = cell.area.multipliedReportingOverflow(by: frames)
      let largest = options.maxSize * options.maxSize
      let page = pixels.overflow ? largest : min(largest, pixels.partialValue)
      // A page is kept once in each of the forms that are tried.
      if options.png.isOptimized { bytes += 5 * 4 * page }
      // Other encoders take a page as a whole, and convert it.
      if given.pictures.format != .png { bytes += 3 * 4 * page }
    }
    return WritingCost(threads: 1, bytes: bytes, milliseconds: 5, nanosecondsPerPixel: 40)
  }
}

extension Conversion {
  /// The options of the sheet: a poster has no data files unless they are requested, and
  /// `NAME_stripN` is a row.
  fileprivate var wantedSheet: SheetWritingOptions {
    var wanted = sheet
    if timing.poster != nil || timing.edits.at?.count == 1 && timing.selected == nil,
      wanted.data == nil
    {
      wanted.data = []
    }
    if wanted.layout == nil, playerAsset == nil, case .file(let path) = output,
      let stem = path.stem, StripName(stem) != nil
    {
      wanted.layout = .row
    }
    return wanted
  }

  /// The path of the output, for kinds with more than one file.
  ///
  /// - Throws: ``PlanningError/needsFiles(_:)`` for standard output.
  func outputPath(for definition: any OutputDefinition) throws -> FilePath {
    guard case .file(let path) = output else {
      throw PlanningError.needsFiles(OutputKind(definition))
    }
    return path
  }
}
