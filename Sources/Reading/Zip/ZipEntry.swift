/// One file of a zip archive.
struct ZipEntry: Hashable, Sendable {
  /// How its bytes are stored.
  enum Method: UInt16, Hashable, Sendable {
    case stored = 0
    case deflated = 8
  }

  /// The untrusted name in the archive, never used as a path.
  let name: [UInt8]
  let method: Method
  /// Bytes in the archive.
  let compressedCount: Int
  /// Bytes of the file.
  let count: Int
  let checksum: UInt32
  /// The start of its bytes in the archive.
  let dataOffset: Int64

  /// The name as text; invalid UTF-8 is replaced.
  var title: String { String(decoding: name, as: UTF8.self) }
}
