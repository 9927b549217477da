internal import SystemPackage

/// The two files of ``AlphaMode/pair``: for `walk.mp4`, `walk_rgb.mp4` and `walk_alpha.mp4`.
struct AlphaPair {
  let color: FilePath
  let alpha: FilePath

  /// - Parameter path: what the output is called; no file of this name is written.
  init(of path: FilePath) {
    color = path.insertingBeforeExtension("_rgb")
    alpha = path.insertingBeforeExtension("_alpha")
  }

  var files: [FilePath] { [color, alpha] }
}

extension FilePath {
  /// The path with text at the end of its name, in front of the extension. Names keep their bytes,
  /// whether or not they are UTF-8.
  fileprivate func insertingBeforeExtension(_ text: String) -> FilePath {
    withPlatformString { pointer in
      var bytes = Array(UnsafeBufferPointer(start: pointer, count: length))
      let end = bytes.count - (self.extension.map { FilePath($0).length + 1 } ?? 0)
      bytes.insert(contentsOf: text.utf8.map { CInterop.PlatformChar(bitPattern: $0) }, at: end)
      return FilePath(platformString: bytes + [0])
    }
  }
}
