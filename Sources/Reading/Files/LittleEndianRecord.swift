extension ByteSource {
  /// The bytes from `offset` on; nil if they are not all in the source.
  ///
  /// - Parameter count: already checked against a limit, because memory is allocated for it.
  /// - Throws: ``ReadingError/system(operation:errno:)``.
  func span(at offset: Int64, count: Int) throws -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= byteCount, Int64(count) <= byteCount - offset else {
      return nil
    }
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes.count == count ? bytes : nil
  }
}

/// Reads the little-endian numbers of a zip record.
struct LittleEndianRecord {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// - Parameter offset: from the start of the record; both bytes must be in it.
  func uint16(_ offset: Int) -> UInt16 {
    UInt16(bytes[bytes.startIndex + offset])
      | UInt16(bytes[bytes.startIndex + offset + 1]) << 8
  }

  /// - Parameter offset: from the start of the record; all four bytes must be in it.
  func uint32(_ offset: Int) -> UInt32 {
    UInt32(uint16(offset)) | UInt32(uint16(offset + 2)) << 16
  }
}
