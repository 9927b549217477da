internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import SystemPackage

/// Delivers a folder of pages: an imageset, a folder of imagesets, or pages of thumbnails.
final class PageFolderDelivery: Delivery {
  private let plan: Conversion.Plan
  private let content: PageFolder
  private let folder: OutputFolder
  private let pages: SheetPages
  private var byteCount: Int64 = 0

  /// - Parameter tick: called from time to time while an image takes long.
  init(
    _ plan: Conversion.Plan, _ content: PageFolder, tick: @escaping () throws -> Void
  ) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    self.content = content
    let folder = try OutputFolder(path)
    self.folder = folder
    for name in content.folders { try makeFolder(folder.temporaryPath.appending(name)) }
    let paths = content.pages.map { folder.temporaryPath.appending($0) }
    for path in paths { try writeNewFile([], at: path) }
    pages = try SheetPages(
      content.sheets, paths: paths, png: content.png, pictures: content.pictures, tick: tick)
  }

  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws { try pages.write(frame) }

  /// Texts are written after the images, and the record of written files last.
  func finish() throws {
    try pages.finish()
    var entries = try content.pages.map { name in
      try FolderRecord.Entry(flushing: folder.temporaryPath.appending(name), name: name)
    }
    for text in content.texts {
      try writeNewFile(text.bytes, at: folder.temporaryPath.appending(text.name))
      entries.append(FolderRecord.Entry(name: text.name, bytes: text.bytes))
    }
    byteCount = entries.reduce(0) { $0 + Int64($1.byteCount) }
    try writeNewFile(
      Array(FolderRecord(entries).text.utf8),
      at: folder.temporaryPath.appending(FolderRecord.fileName))
  }

  func cancel() { pages.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try pages.check(isCancelled)
    for text in content.texts {
      try checkText(
        text.bytes, in: folder.temporaryPath.appending(text.name), called: text.name)
    }
    return [
      Conversion.Report.Output(
        planned: plan.outputs[0], frameCount: plan.frameCount, byteCount: byteCount,
        readBack: nil)
    ]
  }

  var staged: [StagedOutput] { [StagedOutput(folder)] }

  func publish(replacing: Bool) throws { try folder.publish(replacing: replacing) }

  func discard() { folder.discard() }
}
