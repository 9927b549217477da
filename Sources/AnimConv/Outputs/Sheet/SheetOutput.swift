internal import AnimTiming
internal import Atlases
internal import Raster
internal import SystemPackage
internal import Writing

/// One picture, or several pages, with every frame in a cell of its own, and data beside it.
struct SheetOutput: OutputDefinition {
  let name = "png"
  let fileExtensions = ["png"]
  let title = "a sheet"
  let family = "sheets"
  let features: Set<OutputFeature> = [.layout, .pictures, .descriptions]
  let data = DataSubject.sheets

  /// Data in whole milliseconds rounds.
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

  func looksWanted(_ conversion: Conversion, _ frames: PlayedFrames) throws -> LooksWanted {
    try SheetPlan.looksWanted(
      frames, path: conversion.outputPath(for: self), options: conversion.wantedSheet)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try SheetPlan(
      frames, path: conversion.outputPath(for: self), options: conversion.wantedSheet,
      player: conversion.player)
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    .sheet(size)
  }
}

extension WritingCost {
  /// Of a sheet: rows of cells, four frames on their way.
  static func sheet(_ size: PixelSize) -> WritingCost {
    WritingCost(
      threads: 1, bytes: size.area * 4 * 4 + size.width * 4 * 4096 + (4 << 20), milliseconds: 5,
      nanosecondsPerPixel: 40)
  }
}

extension Conversion {
  /// What is asked of the sheet: a poster is a picture alone unless data is asked for.
  fileprivate var wantedSheet: SheetWritingOptions {
    var wanted = sheet
    if timing.poster != nil, wanted.data == nil { wanted.data = [] }
    return wanted
  }

  /// Where the output goes, for kinds of more than one file.
  ///
  /// - Throws: ``PlanningError/needsFiles(_:)`` for standard output.
  func outputPath(for definition: any OutputDefinition) throws -> FilePath {
    guard case .file(let path) = output else {
      throw PlanningError.needsFiles(OutputKind(definition))
    }
    return path
  }
}
