internal import AnimConv
internal import OutputFiles
internal import Reading
internal import SystemPackage

/// The names in a folder that decide which files are frames, and their durations.
enum FolderListing {
  /// A digest of the relevant names: all names of a folder; for a pattern, the matches and all
  /// names that are not images, because one may be a list of durations.
  ///
  /// - Throws: `Errno` if the folder cannot be read.
  static func digest(for input: FilePath) throws(Errno) -> String {
    let request =
      FrameFolderRequest(input) ?? FrameFolderRequest(folder: OutputFile.folder(of: input))
    let folder: FilePath = request.folder.isEmpty ? "." : request.folder
    let counted = try FolderNames.all(in: folder).filter { name in
      !name.string.hasPrefix(".") && request.concerns(name)
    }
    let bytes = counted.map { PathText.bytes(of: FilePath($0)) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    return FileRecord.digest(of: Array(bytes.joined(separator: [0])))
  }
}
