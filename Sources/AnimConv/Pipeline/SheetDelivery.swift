internal import AnimTiming
internal import SystemPackage

/// Delivers the pages and the data of a sheet, at every scale.
final class SheetDelivery: Delivery {
  private let plan: ConversionPlan
  private let sheet: SheetPlan
  private let files: [OutputFile]
  private let shapers: [Shaper]
  private let sinks: [SheetSink]
  /// The index of each sheet's first page in ``files``.
  private let firstPages: [Int]
  /// The bytes of the data files, which are the last of ``files``.
  private let data: [[UInt8]]

  init(_ plan: ConversionPlan, _ sheet: SheetPlan) throws {
    self.plan = plan
    self.sheet = sheet
    data = try sheet.sheets.flatMap { sheet in
      try AtlasWriter.files(
        for: sheet.atlas, formats: plan.dataFormats, baseName: sheet.baseName
      ).map(\.bytes)
    }
    shapers = sheet.sheets.map { Shaper($0.shaping) }
    let files = try plan.outputs.map { output in
      guard case .file(let path) = output.output else { throw OutputError.notAFileName }
      return try OutputFile(path)
    }
    self.files = files
    var first = 0
    var firstPages: [Int] = []
    sinks = sheet.sheets.map { scaled in
      let pages = scaled.cells.geometry.pages
      firstPages.append(first)
      let paths = files[first..<first + pages.count].map(\.temporaryPath)
      first += pages.count
      let gaps = scaled.cells.geometry.gaps(extrude: scaled.cells.extrude)
      return SheetSink(
        scaled.cells, isPacked: sheet.options.layout == .packed,
        files: SheetPageFiles(
          sizes: pages, paths: paths,
          mayBeTransparent: gaps.map { scaled.shaping.outputHasAlpha || $0 > 0 },
          options: sheet.options.png))
    }
    self.firstPages = firstPages
  }

  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws {
    for (shaper, sink) in zip(shapers, sinks) {
      let shaped = try shaper.shape(frame.frame)
      try sink.write(
        TimedFrame(frame: shaped.color, start: frame.start, duration: frame.duration))
    }
  }

  func finish() throws {
    for sink in sinks { try sink.finish() }
    for (file, bytes) in zip(files.suffix(data.count), data) { try file.append(bytes) }
  }

  func cancel() {
    for sink in sinks { sink.cancel() }
  }

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    for (index, scaled) in sheet.sheets.enumerated() {
      let pages = scaled.atlas.pages.count
      try SheetReadBack(
        atlas: scaled.atlas, cells: scaled.cells, digests: sinks[index].digests,
        pages: files[firstPages[index]..<firstPages[index] + pages].map(\.temporaryPath)
      ).check(isCancelled)
    }
    var dataFiles = files.suffix(data.count).map(\.temporaryPath)[...]
    for scaled in sheet.sheets {
      for (format, count) in fileCounts(of: scaled) {
        try isCancelled()
        try SheetDataReadBack(atlas: scaled.atlas, format: format)
          .check(Array(dataFiles.prefix(count)))
        dataFiles = dataFiles.dropFirst(count)
      }
    }
    return try zip(plan.outputs, files).map { planned, file in
      WrittenOutput(
        planned: planned, frameCount: plan.frameCount, byteCount: try file.byteCount,
        readBack: nil)
    }
  }

  /// How many files each format of data has.
  private func fileCounts(of scaled: SheetPlan.Sheet) -> [(AtlasDataFormat, Int)] {
    var known = 0
    return plan.dataFormats.indices.map { index in
      let names = AtlasWriter.fileNames(
        formats: Array(plan.dataFormats[...index]), baseName: scaled.baseName,
        pageCount: scaled.atlas.pages.count)
      defer { known = names.count }
      return (plan.dataFormats[index], names.count - known)
    }
  }

  func publish(replacing: Bool) throws {
    try OutputFile.publish(files, replacing: replacing)
  }

  func discard() {
    for file in files { file.discard() }
  }
}

extension ConversionPlan {
  fileprivate var dataFormats: [AtlasDataFormat] {
    if case .sheet(let sheet) = content { sheet.options.data } else { [] }
  }
}
