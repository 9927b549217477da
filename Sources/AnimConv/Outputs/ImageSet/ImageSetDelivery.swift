internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import SystemPackage

/// Delivers an imageset, or a folder of imagesets.
final class ImageSetDelivery: Delivery {
  private let plan: ConversionPlan
  private let imageSets: ImageSetPlan
  private let folder: OutputFolder
  private let pages: SheetPages
  private var byteCount: Int64 = 0

  /// - Parameter tick: called from time to time while an image takes long.
  init(
    _ plan: ConversionPlan, _ imageSets: ImageSetPlan, tick: @escaping () throws -> Void
  ) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    self.imageSets = imageSets
    let folder = try OutputFolder(path)
    self.folder = folder
    for set in imageSets.sets where !set.folder.isEmpty {
      try makeFolder(folder.temporaryPath.appending(set.folder))
    }
    let paths = imageSets.pictures.map { folder.temporaryPath.appending($0) }
    for path in paths { try writeNewFile([], at: path) }
    pages = try SheetPages(
      imageSets.sets.flatMap(\.sheets), paths: paths, png: imageSets.png,
      tick: tick)
  }

  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws { try pages.write(frame) }

  /// Texts are written after the images, and the record of written files last.
  func finish() throws {
    try pages.finish()
    var entries = try imageSets.pictures.map { name in
      try FolderRecord.Entry(flushing: folder.temporaryPath.appending(name), name: name)
    }
    for text in imageSets.texts {
      try writeNewFile(text.bytes, at: folder.temporaryPath.appending(text.name))
      entries.append(FolderRecord.Entry(name: text.name, bytes: text.bytes))
    }
    byteCount = entries.reduce(0) { $0 + Int64($1.byteCount) }
    try writeNewFile(
      Array(FolderRecord(entries).text.utf8),
      at: folder.temporaryPath.appending(FolderRecord.fileName))
  }

  func cancel() { pages.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    try pages.check(isCancelled)
    for text in imageSets.texts {
      try checkText(
        text.bytes, in: folder.temporaryPath.appending(text.name), called: text.name)
    }
    return [
      WrittenOutput(
        planned: plan.outputs[0], frameCount: plan.frameCount, byteCount: byteCount,
        readBack: nil)
    ]
  }

  var staged: [StagedOutput] { [StagedOutput(folder)] }

  func publish(replacing: Bool) throws { try folder.publish(replacing: replacing) }

  func discard() { folder.discard() }
}
