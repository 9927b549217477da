internal import CPNG

/// The CRC-32 of bytes that arrive in pieces, as in PNG, zip archives and ``FolderRecord``. Wraps
/// zlib's `crc32_z`.
package struct CRC32 {
  package private(set) var value: UInt32 = 0

  package init() {}

  package init(_ bytes: [UInt8]) {
    update(bytes)
  }

  package mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    value = cpng_crc32(value, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { update($0) }
  }
}
