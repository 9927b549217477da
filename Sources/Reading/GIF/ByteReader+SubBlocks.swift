/// GIF stores data of any length as sub-blocks: a size byte, that many bytes, and so on up to a
/// size of 0 (GIF89a, section 15).
extension ByteReader {
  /// The result of skipping sub-blocks.
  struct SubBlocks {
    /// Data bytes, without size bytes.
    var byteCount = 0
    /// Whether the terminating size 0 was present; without it the file ends inside them.
    var isTerminated = false
  }

  /// Skips sub-blocks, including their terminator.
  func skipSubBlocks() throws -> SubBlocks {
    var found = SubBlocks()
    while let size = try readByte() {
      if size == 0 {
        found.isTerminated = true
        break
      }
      let skipped = try skip(Int(size))
      found.byteCount &+= skipped
      if skipped < Int(size) { break }
    }
    return found
  }

  /// The data of the sub-blocks from here on, up to `limit` bytes, and the total size.
  func readSubBlocks(limit: Int) throws -> (data: [UInt8], all: SubBlocks) {
    var data: [UInt8] = []
    var found = SubBlocks()
    while let size = try readByte() {
      if size == 0 {
        found.isTerminated = true
        break
      }
      let start = position
      let kept = min(Int(size), max(limit - data.count, 0))
      let part = try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 255) { space in
        let count = try read(kept, into: space.baseAddress!)
        data.append(contentsOf: space.prefix(count))
        return count
      }
      let skipped = try skip(Int(size) - part)
      found.byteCount &+= Int(position - start)
      if part + skipped < Int(size) { break }
    }
    return (data, found)
  }
}
