package import SystemPackage

extension FilePath {
  /// The path with text in its name. Names keep their bytes, whether or not they are UTF-8.
  ///
  /// - Parameter count: how many bytes at the end stay behind the text.
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
