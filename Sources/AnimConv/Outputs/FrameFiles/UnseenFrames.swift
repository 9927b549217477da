internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import Writing

/// Pictures of frames and the texts beside them in a folder that nobody sees yet, which may hold what an
/// earlier run has left.
final class UnseenFrames {
  let frames: FramesPlan
  let folder: OutputFolder
  /// Everything that was written, in order; empty until all of it is.
  private(set) var written: [FolderRecord.Entry] = []
  /// How many frames an earlier run has written.
  let framesDone: Int

  private let pictures: FramePictureFiles
  private let journal: FrameJournal?

  /// - Parameter tick: called now and then; throws when the conversion is to end.
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

  /// Writes the texts behind every picture.
  ///
  /// - Throws: ``WritingError``.
  func finish() throws {
    written = try pictures.finish()
    for text in frames.texts(written) {
      if text.name != FrameListFormat.jsonl.fileName {
        try writeNewFile(text.bytes, at: folder.temporaryPath.appending(text.name))
      }
      written.append(FolderRecord.Entry(name: text.name, bytes: text.bytes))
    }
  }

  func cancel() { pictures.cancel() }

  /// Removes what is there only for a later run to go on, since nothing is left to do.
  func settle() { journal?.remove() }
}
