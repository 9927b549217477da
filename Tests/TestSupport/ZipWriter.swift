/// Builds valid and invalid zip archives by hand.
package struct ZipWriter {
  package struct Entry {
    package var name: [UInt8]
    package var method: UInt16
    package var data: [UInt8]
    package var count: Int
    package var checksum: UInt32
    package var flags: UInt16 = 0
    /// The contradicting value in the file's own header.
    package var headerName: [UInt8]?
    package var headerMethod: UInt16?
    /// The contradicting value in the central directory.
    package var directoryCount: UInt32?
    package var directoryOffset: UInt32?

    package init(name: [UInt8], method: UInt16, data: [UInt8], count: Int, checksum: UInt32) {
      (self.name, self.method, self.data) = (name, method, data)
      (self.count, self.checksum) = (count, checksum)
    }
  }

  package var entries: [Entry] = []

  package init() {}

  package mutating func add(
    _ name: String, method: UInt16, data: [UInt8], count: Int, checksum: UInt32
  ) {
    entries.append(
      Entry(name: Array(name.utf8), method: method, data: data, count: count, checksum: checksum))
  }

  package func bytes(comment: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = UInt32(bytes.count)
      let name = entry.headerName ?? entry.name
      bytes += [0x50, 0x4B, 3, 4]
      bytes += short(20) + short(entry.flags) + short(entry.headerMethod ?? entry.method)
      bytes += short(0) + short(0) + long(entry.checksum)
      bytes += long(UInt32(entry.data.count)) + long(UInt32(entry.count))
      bytes += short(UInt16(name.count)) + short(0) + name + entry.data

      directory += [0x50, 0x4B, 1, 2] + short(20) + short(20)
      directory += short(entry.flags) + short(entry.method) + short(0) + short(0)
      directory += long(entry.checksum) + long(UInt32(entry.data.count))
      directory += long(entry.directoryCount ?? UInt32(entry.count))
      directory += short(UInt16(entry.name.count)) + short(0) + short(0) + short(0)
      directory += short(0) + long(UInt32(0)) + long(entry.directoryOffset ?? offset)
      directory += entry.name
    }
    let start = UInt32(bytes.count)
    bytes += directory + [0x50, 0x4B, 5, 6] + short(0) + short(0)
    bytes += short(UInt16(entries.count)) + short(UInt16(entries.count))
    bytes += long(UInt32(directory.count)) + long(start)
    return bytes + short(UInt16(comment.count)) + comment
  }

  private func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  private func long(_ value: UInt32) -> [UInt8] {
    short(UInt16(value & 0xFFFF)) + short(UInt16(value >> 16))
  }
}
