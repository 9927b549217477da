internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// A folder that takes an output under the input's name.
struct FolderTarget {
  let folder: FilePath

  init(_ folder: FilePath) { self.folder = folder }

  /// Where the output of an input goes, still without an extension.
  ///
  /// - Throws: `ValidationError` for standard input, `.` and patterns, which have no name.
  func stem(for input: PathArgument) throws -> FilePath {
    guard !input.isStandardStream, let name = input.path.lastComponent, name.kind == .regular,
      !isPattern(input)
    else {
      throw ValidationError(
        "the input has no name to give to files in a folder; give a file name")
    }
    var stem = folder.appending(name)
    stem.extension = nil
    return stem
  }

  /// Where the output of one kind goes.
  func path(for input: PathArgument, _ kind: OutputKind) throws -> FilePath {
    var path = try stem(for: input)
    path.extension = kind.fileExtension
    return path
  }

  /// Whether an input stands for the files of other names.
  private func isPattern(_ input: PathArgument) -> Bool {
    input.bytes.contains { "*?[%".utf8.contains($0) } && !RegularFile.exists(at: input.path)
  }
}
