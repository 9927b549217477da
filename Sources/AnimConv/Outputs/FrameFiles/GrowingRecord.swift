internal import OutputFiles
internal import Stages
internal import SystemPackage
internal import Writing

/// Writes the record in JSON lines while pictures are written: each line at once, after its picture
/// is complete. Used by one thread at a time.
final class GrowingRecord {
  private let frames: FramesPlan
  private let file: FileDescriptor
  private var linesWritten = 0

  /// Writes the first line.
  ///
  /// - Throws: ``WritingError``.
  init(_ frames: FramesPlan, in folder: FilePath) throws {
    self.frames = frames
    do {
      file = try FileDescriptor.open(
        folder.appending(FrameFilesOptions.ListFormat.jsonl.fileName), .writeOnly,
        options: [.create, .exclusiveCreate, .append, .noFollow, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch let errno as Errno { throw Self.failure(errno) }
    try append(frames.firstLine)
  }

  deinit { try? file.close() }

  /// Writes the lines of the frames whose pictures have become complete.
  ///
  /// - Throws: ``WritingError``.
  func note(_ pictures: [FolderRecord.Entry]) throws {
    let first = linesWritten
    while linesWritten < frames.fileOfFrame.count,
      frames.fileOfFrame[linesWritten] < pictures.count
    { linesWritten += 1 }
    if first < linesWritten { try append(frames.lines(of: first..<linesWritten, pictures)) }
  }

  private func append(_ text: String) throws {
    do { _ = try file.writeAll(Array(text.utf8)) } catch let errno as Errno {
      throw Self.failure(errno)
    }
  }

  private static func failure(_ errno: Errno) -> WritingError {
    .system(
      operation: "writing \(FrameFilesOptions.ListFormat.jsonl.fileName)", errno: errno.rawValue)
  }
}
