/// The segments of a JPEG before its first scan (ITU-T T.81, annex B), up to the first truncated
/// one.
struct JPEGSegments: Sequence, IteratorProtocol {
  private let file: [UInt8]
  private var position = 2

  /// - Parameter file: starting at its first byte; may be truncated.
  init(_ file: [UInt8]) {
    self.file = file
  }

  /// A marker's second byte, and the place of its content in the file.
  mutating func next() -> (marker: UInt8, content: Range<Int>)? {
    while position + 4 <= file.count {
      guard file[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = file[position + 1]
      // Fill bytes, and markers without content.
      if marker == 0xFF || marker == 0 || marker == 0x01 || (0xD0...0xD8).contains(marker) {
        position += marker == 0xFF ? 1 : 2
        continue
      }
      if marker == 0xDA || marker == 0xD9 { break }
      let start = position + 4
      let end = position + 2 + Int(file.bigEndianWord16(at: position + 2))
      guard start <= end, end <= file.count else { break }
      position = end
      return (marker, start..<end)
    }
    position = file.count
    return nil
  }
}
