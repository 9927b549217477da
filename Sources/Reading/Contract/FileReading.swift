package import OutputFiles

/// A source that reads further files named by its input: the images of a sheet's data, or the files
/// of a folder. Outputs must not overwrite them.
package protocol FileReading: FrameSource {
  /// Whether a file is one of them, under any name.
  ///
  /// - Complexity: up to one system call per file.
  func reads(_ file: FileStatus) throws -> Bool
}
