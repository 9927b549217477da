package import SystemPackage

extension FilePath {
  /// The path with text inserted into its name. Names keep their bytes, even if they are not UTF-8.
  ///
  /// - Parameter count: the number of bytes at the end that follow the text.
  package func inserting(_ text: String, beforeLast count: Int = 0) -> FilePath {
    withPlatformString { pointer in
      var bytes = Array(UnsafeBufferPointer(start: pointer, count: length))
      bytes.insert(
        contentsOf: text.utf8.map { CInterop.PlatformChar(bitPattern: $0) },
        at: bytes.count - count)
      return FilePath(platformString: bytes + [0])
    }
  }
}
