/// One of the units, or OBUs, that AV1 data consists of (AV1 bitstream specification, section 5.3).
package struct AV1Unit {
  /// Its type, with the specification's numbers.
  package let type: UInt8
  /// Its position, including its header.
  package let range: Range<Int>
  /// The position of its payload.
  package let payload: Range<Int>

  package static let sequenceHeader: UInt8 = 1
  package static let temporalDelimiter: UInt8 = 2

  /// The units of some data.
  ///
  /// - Throws: ``FileBoxError`` if a unit does not fit.
  package static func list(in bytes: UnsafeRawBufferPointer) throws -> [AV1Unit] {
    var units: [AV1Unit] = []
    var at = 0
    while at < bytes.count {
      let header = bytes[at]
      var start = at + (header & 4 != 0 ? 2 : 1)
      var end = bytes.count
      if header & 2 != 0 {
        guard let (length, count) = size(bytes, at: start) else { throw cut }
        start += count
        guard length <= bytes.count - start else { throw cut }
        end = start + length
      }
      guard header & 0x80 == 0, start <= end else { throw cut }
      units.append(AV1Unit(type: header >> 3 & 15, range: at..<end, payload: start..<end))
      at = end
    }
    return units
  }

  private static let cut = FileBoxError(reason: "a unit of AV1 data does not fit")

  /// Reads a size in groups of 7 bits, the lowest first (section 4.10.5).
  private static func size(
    _ bytes: UnsafeRawBufferPointer, at start: Int
  ) -> (value: Int, byteCount: Int)? {
    var value = 0
    for index in 0..<8 where start + index < bytes.count {
      let byte = bytes[start + index]
      value |= Int(byte & 0x7F) << (7 * index)
      if byte & 0x80 == 0 { return (value, index + 1) }
    }
    return nil
  }
}
