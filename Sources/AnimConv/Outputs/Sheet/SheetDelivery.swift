internal import AnimTiming
internal import Atlases
internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import Writing

/// Delivers the pages and the data of a sheet, at every scale.
final class SheetDelivery: Delivery {
  private let plan: Conversion.Plan
  private let sheet: SheetPlan
  private let files: [OutputFile]
  private let pages: SheetPages
  /// The number of data files in ``files``; they come last.
  private let dataCount: Int

  /// - Parameter tick: called from time to time while a page takes long.
  init(_ plan: Conversion.Plan, _ sheet: SheetPlan, tick: @escaping () throws -> Void) throws {
    self.plan = plan
    self.sheet = sheet
    let data =
      try sheet.sheets.flatMap { try sheet.dataFiles(of: $0).map(\.bytes) }
      + (sheet.asset?.files ?? []).map(\.bytes)
    let files = try plan.outputs.map { output in
      guard case .file(let path) = output.output else { throw OutputError.notAFileName }
      return try OutputFile(path)
    }
    self.files = files
    dataCount = data.count
    // Written at once, to avoid keeping it until the frames arrive.
    for (file, bytes) in zip(files.suffix(data.count), data) { try file.append(bytes) }
    pages = try SheetPages(
      sheet.sheets, paths: files.dropLast(dataCount).map(\.temporaryPath),
      png: sheet.options.png,
      pictures: sheet.options.pictures, labels: sheet.labels, font: sheet.options.labelFont,
      head: sheet.head, tick: tick)
  }

  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws { try pages.write(frame) }

  func finish() throws { try pages.finish() }

  func cancel() { pages.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try pages.check(isCancelled)
    var dataFiles = files.suffix(dataCount).map(\.temporaryPath)[...]
    for scaled in sheet.sheets {
      for (format, count) in fileCounts(of: scaled) {
        try isCancelled()
        try SheetDataReadBack(atlas: scaled.atlas, format: format, baseName: scaled.baseName)
          .check(Array(dataFiles.prefix(count)))
        dataFiles = dataFiles.dropFirst(count)
      }
    }
    for (file, text) in zip(dataFiles, sheet.asset?.files ?? []) {
      try checkText(text.bytes, in: file, called: "the player's description")
    }
    let counts = frameCounts
    return try zip(plan.outputs, files).enumerated().map { index, output in
      Conversion.Report.Output(
        planned: output.0, frameCount: index < counts.count ? counts[index] : plan.frameCount,
        byteCount: try output.1.byteCount, readBack: nil)
    }
  }

  /// The number of frames on each page and in each data file.
  private var frameCounts: [Int] {
    let pages = sheet.sheets.flatMap(\.atlas.framesOnPages)
    let data = sheet.sheets.flatMap { scaled in
      fileCounts(of: scaled).flatMap { _, count in
        count == scaled.atlas.pages.count
          ? scaled.atlas.framesOnPages : Array(repeating: plan.frameCount, count: count)
      }
    }
    return pages + data
  }

  /// The number of files of each data format.
  private func fileCounts(of scaled: SheetPlan.Sheet) -> [(AtlasDataFormat, Int)] {
    var known = 0
    let formats = sheet.data(of: scaled)
    return formats.indices.map { index in
      let names = AtlasWriter.fileNames(
        formats: Array(formats[...index]), baseName: scaled.baseName,
        pageCount: scaled.atlas.pages.count)
      defer { known = names.count }
      return (formats[index], names.count - known)
    }
  }

  var staged: [StagedOutput] { files.map(StagedOutput.init) }

  func publish(replacing: Bool) throws {
    try OutputFile.publish(files, replacing: replacing)
  }

  func discard() {
    for file in files { file.discard() }
  }
}

extension Atlas {
  /// The number of frames on each page.
  fileprivate var framesOnPages: [Int] {
    var counts = [Int](repeating: 0, count: pages.count)
    for frame in frames { counts[frame.page] += 1 }
    return counts
  }
}
