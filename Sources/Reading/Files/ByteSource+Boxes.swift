internal import FileBoxes

extension ByteSource {
  /// Exactly this many bytes from an offset.
  ///
  /// - Throws: ``FileBoxError`` if there are fewer, and read errors.
  func bytes(_ offset: Int64, _ count: Int) throws -> [UInt8] {
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(space))
    }
    guard bytes.count == count else {
      throw FileBoxError(reason: "the file has become shorter while it was read")
    }
    return bytes
  }
}
