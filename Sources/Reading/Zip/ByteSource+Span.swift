extension ByteSource {
  /// The bytes from `offset` on; nil when they do not all lie in the source.
  ///
  /// - Parameter count: already checked against a limit, since memory is taken for it.
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
