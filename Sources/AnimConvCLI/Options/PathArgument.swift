internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// A path as the user typed it, whatever its bytes.
///
/// Command lines are bytes, and a file name need not be valid UTF-8, while the argument parser
/// works on strings. So ``EscapedArguments`` writes bytes that are not UTF-8 as characters of a
/// private range, and this type turns them back.
struct PathArgument: ExpressibleByArgument, Hashable {
  let bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    bytes = EscapedArguments.bytes(of: argument)
  }

  /// What is behind a place; nil when nothing is.
  func suffix(from start: Int) -> PathArgument? {
    start < bytes.count ? PathArgument(bytes: Array(bytes[start...])) : nil
  }

  /// `-`: standard input or output.
  var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// Whether it ends with a slash.
  var isFolder: Bool { bytes.last == UInt8(ascii: "/") }

  /// The same with a slash at its end.
  var asFolder: PathArgument { isFolder ? self : PathArgument(bytes: bytes + [UInt8(ascii: "/")]) }

  var path: FilePath {
    let terminated = bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
  }

  /// What it is as an input.
  var input: AnimationInput { isStandardStream ? .standardInput : .path(path) }

  /// The extension in lower case, without the dot; empty when there is none.
  var fileExtension: String { path.extension?.lowercased() ?? "" }

  var description: String { String(decoding: bytes, as: UTF8.self) }

  static var defaultCompletionKind: CompletionKind { .file() }
}
