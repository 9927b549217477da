package import SystemPackage

extension FileDescriptor {
  /// Reads until a buffer is full or the file ends, with as many calls of `pread` as necessary.
  ///
  /// - Returns: the number of bytes read.
  /// - Throws: `Errno`.
  package func fill(_ buffer: UnsafeMutableRawBufferPointer, fromAbsoluteOffset offset: Int64)
    throws -> Int
  {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try read(fromAbsoluteOffset: offset + Int64(done), into: rest)
      if count == 0 { break }
      done += count
    }
    return done
  }
}
