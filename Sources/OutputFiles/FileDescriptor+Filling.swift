package import SystemPackage

extension FileDescriptor {
  /// Reads until a buffer is full or the file ends. Wraps `pread`, as often as it takes.
  ///
  /// - Returns: how many bytes there were.
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
