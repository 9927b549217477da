/// The position of a top-level box in a file.
package struct BoxPlace {
  /// Its four characters.
  package let kind: String
  /// Offsets of its content, up to the end of the file.
  package let content: Range<Int64>
  /// Whether the file ends inside the box, or its size is invalid.
  package let isCut: Bool

  /// Calls `body` for each top-level box until `body` returns false.
  ///
  /// - Parameter read: returns exactly this many bytes from an offset.
  /// - Throws: any error of `read` and `body`.
  package static func each(
    fileBytes size: Int64, read: (_ offset: Int64, _ count: Int) throws -> [UInt8],
    _ body: (BoxPlace) throws -> Bool
  ) throws {
    var offset: Int64 = 0
    while size - offset >= 8 {
      let head = FileBox(kind: "file", content: try read(offset, 8)[...])
      var bytes = try head.number(at: 0, bytes: 4)
      var headBytes: Int64 = 8
      if bytes == 1, size - offset >= 16 {
        headBytes = 16
        bytes = try FileBox(kind: "file", content: try read(offset + 8, 8)[...])
          .number(at: 0, bytes: 8)
      } else if bytes == 0 {
        bytes = UInt64(size - offset)
      }
      let kind = String(decoding: head.content.dropFirst(4), as: UTF8.self)
      let isCut = bytes < UInt64(headBytes) || bytes > UInt64(size - offset)
      let end = isCut ? size : offset + Int64(bytes)
      let place = BoxPlace(
        kind: kind, content: min(offset + headBytes, end)..<end, isCut: isCut)
      guard try body(place) else { return }
      offset = end
    }
  }
}
