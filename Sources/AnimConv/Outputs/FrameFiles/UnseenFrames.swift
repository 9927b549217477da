internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import Writing

/// The pictures of frames and their texts in a hidden folder, which may contain the files of an
/// earlier run.
final class UnseenFrames {
  let frames: FramesPlan
  let folder: OutputFolder
  /// All written files, in order; empty until all are complete.
  private(set) var written: [FolderRecord.Entry] = []
  /// The number of frames that an earlier run wrote.
  let framesDone: Int

  private let pictures: FramePictureFiles
  private let journal: FrameJournal?

  /// - Parameter tick: called regularly; throws when the conversion must end.
  /// - Throws: ``OutputError``, ``WritingError``, and what `tick` throws.
  init(_ path: FilePath, _ plan: FramesPlan, tick: () throws -> Void) throws {
    var frames = plan
    if let resumption = frames.resumption {
      let folder = try OutputFolder(resuming: path)
      self.folder = folder
      let identity = try resumption.identity(tick)
      frames.note(identity)
      journal = try FrameJournal(
        in: folder.temporaryPath, identity: "\(identity.source)-\(identity.choices)",
        names: frames.files.indices.map { file in
          frames.scales.map { frames.path(of: file, scale: $0) }
        }, hashes: !frames.records.isEmpty)
    } else {
      folder = try OutputFolder(path)
      journal = nil
    }
    self.frames = frames
    let done = journal?.complete ?? []
    framesDone =
      frames.fileOfFrame.firstIndex { $0 >= done.count } ?? frames.fileOfFrame.count
    if frames.options.usesImageSets {
      for file in frames.files.dropFirst(done.count) {
        let imageSet = folder.temporaryPath.appending(file.name).removingLastComponent()
        if FileStatus(of: imageSet, followingLinks: false) == nil { try makeFolder(imageSet) }
      }
    }
    pictures = try FramePictureFiles(
      frames, in: folder.temporaryPath, done: done, framesDone: framesDone, journal: journal)
  }

  /// - Throws: ``WritingError``, ``ShapingError``.
  func write(_ frame: TimedFrame) throws { try pictures.write(frame) }

  /// Writes the texts after all pictures and a player's copies of them.
  ///
  /// - Throws: ``WritingError``.
  func finish() throws {
    written = try pictures.finish()
    try copyPictures(frames.asset?.copies ?? [])
    for text in frames.texts(written) {
      if text.name != FrameFilesOptions.ListFormat.jsonl.fileName {
        try writeNewFile(text.bytes, at: folder.temporaryPath.appending(text.name))
      }
      written.append(FolderRecord.Entry(name: text.name, bytes: text.bytes))
    }
  }

  private func copyPictures(_ copies: [(original: String, copy: String)]) throws {
    let entries = Dictionary(written.map { ($0.name, $0) }) { first, _ in first }
    for (original, copy) in copies {
      guard var entry = entries[original] else { continue }
      try makeFolders(
        folder.temporaryPath.pushing(FilePath(copy)).removingLastComponent())
      try linkOrCopy(original, as: copy, in: folder.temporaryPath)
      entry.name = copy
      written.append(entry)
    }
  }

  func cancel() { pictures.cancel() }

  /// Removes the files that only a later run would need.
  func settle() { journal?.remove() }
}
