/// The head of a BIF: "Base Index Frames" of Roku, version 0. An index of times and places, then
/// JPEGs one after another; all numbers are little-endian.
package enum BIFIndex {
  package static let magic: [UInt8] = [0x89, 0x42, 0x49, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Bytes before the index.
  package static let headLength = 64
  /// The time of the last entry, whose place is the end of the file.
  package static let lastTime = UInt32.max

  /// The bytes before the first picture of `count`.
  package static func length(count: Int) -> Int { headLength + 8 * (count + 1) }

  /// The head and the index.
  ///
  /// - Parameters:
  ///   - unit: milliseconds of a time's unit.
  ///   - times: of each picture, in units.
  ///   - sizes: the bytes of each picture.
  /// - Returns: nil if the file would be longer than 4 GiB.
  package static func bytes(unit: UInt32, times: [UInt32], sizes: [Int]) -> [UInt8]? {
    var bytes = magic + word(0) + word(UInt32(truncatingIfNeeded: sizes.count)) + word(unit)
    bytes += [UInt8](repeating: 0, count: headLength - bytes.count)
    var place = length(count: sizes.count)
    for (time, size) in zip(times + [lastTime], sizes + [0]) {
      guard let offset = UInt32(exactly: place) else { return nil }
      bytes += word(time) + word(offset)
      place += size
    }
    return bytes
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
