package import OutputFiles

/// A source that reads files which its input only names: the pictures of a sheet's data, the files
/// of a folder. No output may be written over them.
package protocol FileReading: FrameSource {
  /// Whether a file is one of them, whatever it is called.
  ///
  /// - Complexity: up to one look at every file.
  func reads(_ file: FileStatus) throws -> Bool
}
