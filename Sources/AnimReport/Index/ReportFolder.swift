package import AnimConv
internal import OutputFiles
internal import Reading
internal import Stages
package import SystemPackage

/// Pages that compare outputs with their sources, and an index page, in one folder.
package struct ReportFolder: Sendable {
  /// An output that may get a page.
  package struct Item: Sendable {
    package var entry: ReportIndex.Entry
    /// How the output was made from its source.
    package var conversion: Conversion
    /// It gets a page if it was written and plays by itself.
    package var output: FilePath

    package init(_ entry: ReportIndex.Entry, _ conversion: Conversion, output: FilePath) {
      self.entry = entry
      self.conversion = conversion
      self.output = output
    }
  }

  /// The name of the output in every folder.
  static let indexName = "index.html"

  /// Refuses a path where something else exists.
  ///
  /// - Throws: ``ConversionError``.
  package static func check(_ path: FilePath) throws {
    try ConversionError.telling(file: path.string, .writing) { try checkPlace(path) }
  }

  /// Files from other sources stay, including frames that animconv has written.
  private static func checkPlace(_ path: FilePath) throws {
    try OutputFolder.check(path, replacing: true)
    guard FileStatus(of: path, followingLinks: false)?.isFolder == true else { return }
    let own = [indexName, FolderRecord.fileName]
    for name in try FolderNames.all(in: path).map(\.string) where !own.contains(name) {
      guard name.wholeMatch(of: /page-[0-9]+\.html/) != nil else {
        throw OutputError.foreignFile(name)
      }
    }
  }

  /// Makes the pages one by one and publishes the folder atomically. An existing folder is replaced
  /// if everything in it was written this way and is unchanged.
  ///
  /// Outputs without a page are listed with the reason. A page that would be too large has no
  /// media.
  ///
  /// - Parameters:
  ///   - name: the name of the batch.
  ///   - onPage: called after each page with the number of finished pages.
  /// - Throws: ``ConversionError``.
  /// - Complexity: an ``OutputComparison`` for each output; one page is in memory.
  package static func write(
    _ items: [Item], name: String, to path: FilePath, onPage: (Int) -> Void = { _ in }
  ) async throws {
    do {
      try checkPlace(path)
      let folder = try OutputFolder(path)
      var record: [FolderRecord.Entry] = []
      func add(_ name: String, _ bytes: [UInt8]) throws {
        try writeNewFile(bytes, at: folder.temporaryPath.appending(name))
        record.append(FolderRecord.Entry(name: name, bytes: bytes))
      }
      var entries: [ReportIndex.Entry] = []
      for (index, item) in items.enumerated() {
        var entry = item.entry
        if entry.failure == nil {
          let file = "page-\(index).html"
          do {
            if let made = try await page(item) {
              try add(file, made.bytes)
              entry.page = (file, made.mean, made.worst)
            }
          } catch let error as ConversionError where error.stage != .writing {
            try Task.checkCancellation()
            entry.note = "no page: \(error.reason.text(.options))"
          }
        }
        entries.append(entry)
        onPage(index + 1)
      }
      let list = ReportIndex(entries, name: name)
      try add(indexName, Array(list.markup().text.utf8))
      try writeNewFile(
        Array(FolderRecord(record).text.utf8),
        at: folder.temporaryPath.appending(FolderRecord.fileName))
      try folder.publish(replacing: true)
    } catch {
      throw ConversionError.wrapping(error, file: path.string, stage: .writing)
    }
  }

  /// Nil for an output without frames of its own.
  private static func page(
    _ item: Item
  ) async throws -> (bytes: [UInt8], mean: Double, worst: Double)? {
    let plan = try await Converter(item.conversion).plan()
    // No reader restores the image from alternating colour and alpha.
    guard plan.kind.playsByItself, item.conversion.shaping.alpha != .mix else {
      return nil
    }
    let report = try await Report(of: item.output, made: item.conversion, plan)
    let comparison = report.outputs[0].comparison
    let bytes: [UInt8]
    do { bytes = try ReportFile(report).bytes() } catch ReportError.tooLarge {
      bytes = try ReportFile(report.withoutMedia).bytes()
    }
    return (bytes, comparison.ssim, comparison.worst.ssim)
  }
}

extension Report {
  /// Compares a conversion's output with the expected frames.
  ///
  /// - Throws: ``ConversionError``.
  init(of path: FilePath, made conversion: Conversion, _ plan: Conversion.Plan) async throws {
    guard case .path(let input) = conversion.input else {
      throw ConversionError.wrapping(
        ReadingError.notFound, file: conversion.input.name, stage: .reading)
    }
    let comparison = try await OutputComparison(of: .path(path), made: conversion, plan: plan)
    let info = comparison.outputInfo
    var output = Conversion(input: .path(path), output: .standardOutput)
    output.reading = conversion.reading.withLimitsOnly
    self.init(
      source: try await Source(
        of: input, reading: conversion.reading, delays: conversion.timing.delays, showsMedia: true),
      outputs: [
        Output(
          name: path.string, comparison: comparison, format: Self.format(of: info),
          size: info.size, warnings: info.warnings,
          media: try await MediaFile.of(path, info, output))
      ], command: nil)
  }

  /// The same page with figures and charts only.
  fileprivate var withoutMedia: Report {
    Report(
      source: Source(
        name: source.name, inspection: source.inspection, delays: source.delays, media: nil),
      outputs: outputs.map {
        Output(
          name: $0.name, comparison: $0.comparison, format: $0.format, size: $0.size,
          warnings: $0.warnings, media: nil)
      }, command: command)
  }
}
