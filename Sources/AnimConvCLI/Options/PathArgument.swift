internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// A path as the user typed it, with any bytes.
///
/// Command lines are bytes, and a file name may be invalid UTF-8, but the argument parser uses
/// strings. ``EscapedArguments`` therefore encodes invalid bytes as characters of a private range,
/// and this type decodes them.
struct PathArgument: ExpressibleByArgument, Hashable {
  let bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    bytes = EscapedArguments.bytes(of: argument)
  }

  /// The part after a position; nil if it is empty.
  func suffix(from start: Int) -> PathArgument? {
    start < bytes.count ? PathArgument(bytes: Array(bytes[start...])) : nil
  }

  /// `-`: standard input or output.
  var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// Whether it is the address of a server.
  var isAddress: Bool { bytes.starts(with: "http://".utf8) || bytes.starts(with: "https://".utf8) }

  /// Whether it has a trailing slash.
  var isFolder: Bool { bytes.last == UInt8(ascii: "/") }

  /// The path with a trailing slash.
  var asFolder: PathArgument { isFolder ? self : PathArgument(bytes: bytes + [UInt8(ascii: "/")]) }

  var path: FilePath {
    let terminated = bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
  }

  /// The path as an input.
  var input: AnimationInput { isStandardStream ? .standardInput : .path(path) }

  /// The extension in lower case, without the dot; empty if there is none.
  var fileExtension: String { path.extension?.lowercased() ?? "" }

  var description: String { String(decoding: bytes, as: UTF8.self) }

  static var defaultCompletionKind: CompletionKind { .file() }
}
