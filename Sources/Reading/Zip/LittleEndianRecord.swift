/// Reads the numbers of a record, which zip stores with the least significant byte first.
struct LittleEndianRecord {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// - Parameter offset: from the start of the record; the two bytes have to lie in it.
  func uint16(_ offset: Int) -> UInt16 {
    UInt16(bytes[bytes.startIndex + offset])
      | UInt16(bytes[bytes.startIndex + offset + 1]) << 8
  }

  /// - Parameter offset: from the start of the record; the four bytes have to lie in it.
  func uint32(_ offset: Int) -> UInt32 {
    UInt32(uint16(offset)) | UInt32(uint16(offset + 2)) << 16
  }
}
