/// The data inside sub-blocks as a continuous stream without sizes.
struct SubBlockStream {
  private let reader: ByteReader
  private var restOfBlock = 0
  private var isAtEnd = false

  /// Starts at the size byte of the first sub-block, at the position of `reader`.
  init(_ reader: ByteReader) {
    self.reader = reader
  }

  /// Copies the next bytes of data.
  ///
  /// - Returns: the number of bytes; fewer than `capacity` only at the terminator or the end of the
  ///   file.
  mutating func read(
    into destination: UnsafeMutablePointer<UInt8>, capacity: Int
  ) throws -> Int {
    var done = 0
    while done < capacity, !isAtEnd {
      if restOfBlock == 0 {
        restOfBlock = Int(try reader.readByte() ?? 0)
        if restOfBlock == 0 {
          isAtEnd = true
          break
        }
      }
      let wanted = min(restOfBlock, capacity - done)
      let count = try reader.read(wanted, into: destination + done)
      done += count
      restOfBlock -= count
      if count < wanted { isAtEnd = true }
    }
    return done
  }
}
