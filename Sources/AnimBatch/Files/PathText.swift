internal import OutputFiles
internal import SystemPackage
internal import TextFormats

/// Paths in JSON. JSON is text, but names may be any bytes, so a name that is not valid UTF-8 is
/// written as `hex:` and its bytes, and so is a name that itself starts with `hex:`.
enum PathText {
  private static let prefix = "hex:"

  /// A text from which ``path(_:)`` restores the bytes.
  static func text(_ path: FilePath) -> String {
    let bytes = bytes(of: path)
    if let text = String(validating: bytes, as: UTF8.self), !text.hasPrefix(prefix) { return text }
    return prefix + ContentDigest.hexadecimal(bytes)
  }

  /// This function is the inverse of ``text(_:)``. Nil for malformed digits, an empty path and NUL.
  static func path(_ text: String) -> FilePath? {
    var bytes = Array(text.utf8)
    if text.hasPrefix(prefix) {
      let digits = Array(text.utf8.dropFirst(prefix.utf8.count))
      guard digits.count % 2 == 0 else { return nil }
      bytes = []
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = hexadecimalDigit(digits[index]),
          let low = hexadecimalDigit(digits[index + 1])
        else { return nil }
        bytes.append(high << 4 | low)
      }
    }
    if bytes.isEmpty || bytes.contains(0) { return nil }
    return path(bytes)
  }

  /// The bytes of a path as the system takes them, without the NUL.
  static func bytes(of path: FilePath) -> [UInt8] {
    path.withPlatformString { start in
      UnsafeBufferPointer(start: start, count: path.length).map { UInt8(bitPattern: $0) }
    }
  }

  /// A path with these bytes, up to the first NUL.
  static func path(_ bytes: [UInt8]) -> FilePath {
    let terminated = bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
  }
}

extension FilePath {
  /// The relative path of one name.
  init(_ component: Component) {
    self.init(root: nil, [component])
  }
}
