internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// A folder for an output named after the input.
struct FolderTarget {
  let folder: FilePath

  init(_ folder: FilePath) { self.folder = folder }

  /// The path of an input's output, without an extension.
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

  /// The path of one kind of output.
  func path(for input: PathArgument, _ kind: OutputKind) throws -> FilePath {
    var path = try stem(for: input)
    path.extension = kind.fileExtension
    return path
  }

  /// Whether an input represents files with other names.
  private func isPattern(_ input: PathArgument) -> Bool {
    input.bytes.contains { "*?[%".utf8.contains($0) } && !RegularFile.exists(at: input.path)
  }
}
