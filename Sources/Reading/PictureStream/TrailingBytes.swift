internal import Messages
internal import Stages

extension ByteSource {
  /// Reports bytes after the end of a file's own data.
  ///
  /// - Parameters:
  ///   - end: the end of that data.
  ///   - format: the file's format: `GIF`.
  /// - Returns: nil if nothing follows.
  func trailingWarning(from end: Int64, _ format: String) throws -> ReadingWarning? {
    guard end < byteCount else { return nil }
    let count = byteCount - end
    let rest = ByteSource(self, from: end, to: byteCount)
    let head = try rest.prefix(InputFormat.signatureLength)
    let kind = InputFormat(signature: head)?.kind
    let title = kind?.title ?? UnreadFormat(signature: head)?.title
    return ReadingWarning(
      // Further pictures of a camera's JPEG belong to it.
      kind: kind == nil || kind == .jpeg ? .nonconforming : .unknownData, byteOffset: end,
      detail: "the \(format) ends \(count) \(count == 1 ? "byte" : "bytes") before the file does; "
        + (title.map { "what follows, \($0), is not read" } ?? "the rest is not read"))
  }
}
