internal import OutputFiles
public import SystemPackage

extension Conversion {
  /// Looks where the output is to appear for one whose files a process that was killed has named in
  /// part: they are all new or all old then. A conversion does so by itself; a program that asks
  /// whether an output is there does it before.
  public func settleInterruptedOutput() {
    guard case .file(let path) = output else { return }
    OutputLeftovers.clear(in: OutputFile.folder(of: path))
  }

  /// The files, or the folder, that are certain to be written, whatever the input is; a sheet may
  /// have further pages. None for standard output.
  public var certainFiles: [FilePath] {
    guard case .file(let path) = output else { return [] }
    // Without a kind the conversion fails when it is planned.
    guard let kind = try? settledKind else { return [path] }
    return kind.definition.certainFiles(self, at: path)
  }
}
