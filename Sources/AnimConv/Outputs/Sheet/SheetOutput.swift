internal import AnimTiming
internal import Atlases
internal import Raster
internal import SystemPackage
internal import Writing

/// A sheet of one or more pages, with every frame in its own cell, and data files.
struct SheetOutput: OutputDefinition {
  let name = "png"
  let fileExtensions = ["png"]
  let title = "a sheet"
  let family = "sheets"
  let features: Set<OutputFeature> = [.layout, .pictures, .descriptions]
  let data = DataSubject.sheets
  let playsByItself = false

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
    .sheet(size, frames: frames, conversion.sheet)
  }
}

extension WritingCost {
  /// Memory of a sheet: rows of cells, and four frames in flight.
  static func sheet(
    _ size: PixelSize, frames: Int, _ options: SheetWritingOptions
  ) -> WritingCost {
    let options = options.decided
    var bytes = 4 << 20
    for scale in options.scales {
      let cell = size.scaled(by: scale)
      bytes += cell.area * 4 * 4 + max(cell.width, cell.height) * 4 * options.maxSize
      // A page is kept in each of the tried forms.
      let pixels = cell.area.multipliedReportingOverflow(by: frames)
      let page = options.maxSize * options.maxSize
      if options.png.isOptimized {
        bytes += 5 * 4 * (pixels.overflow ? page : min(page, pixels.partialValue))
      }
    }
    return WritingCost(threads: 1, bytes: bytes, milliseconds: 5, nanosecondsPerPixel: 40)
  }
}

extension Conversion {
  /// The options of the sheet: a poster has no data files unless they are requested.
  fileprivate var wantedSheet: SheetWritingOptions {
    var wanted = sheet
    if timing.poster != nil || timing.edits.at?.count == 1 && timing.selected == nil,
      wanted.data == nil
    {
      wanted.data = []
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
