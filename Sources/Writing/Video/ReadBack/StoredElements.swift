internal import Messages
internal import SystemPackage

/// The elements of an EBML file (RFC 8794), such as Matroska and WebM, in file order.
///
/// Reads a few bytes per element and no frames.
struct StoredElements {
  /// One element, without its contents.
  struct Element {
    let id: UInt32
    /// The range of its content.
    let content: Range<Int64>
  }

  private static let windowBytes = 1 << 16

  private let file: FileDescriptor
  /// Bytes of the whole file.
  let size: Int64
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0

  init(_ file: FileDescriptor, size: Int64) {
    self.file = file
    self.size = size
  }

  /// Up to 8 bytes as a big-endian unsigned number.
  mutating func number(_ range: Range<Int64>) throws -> UInt64 {
    guard range.count <= 8 else {
      throw ReadBackError.unreadable(reason: "a number of \(range.count) bytes")
    }
    var value: UInt64 = 0
    for offset in range { value = value << 8 | UInt64(try byte(at: offset)) }
    return value
  }

  /// The element at `offset`, which ends no later than its parent.
  ///
  /// - Throws: ``ReadBackError/unreadable(reason:)`` if it does not fit.
  mutating func element(at offset: Int64, before end: Int64) throws -> Element {
    let (id, idBytes) = try variable(at: offset, keepsMarker: true)
    let (count, countBytes) = try variable(at: offset + idBytes, keepsMarker: false)
    let start = offset + idBytes + countBytes
    // All bits set: up to the end of the parent.
    let isUnknown = count == (1 << UInt64(7 * countBytes)) - 1
    guard start <= end, isUnknown || count <= UInt64(end - start) else {
      throw ReadBackError.unreadable(
        reason: "the element \(String(id, radix: 16)) is cut off")
    }
    return Element(
      id: UInt32(truncatingIfNeeded: id),
      content: start..<(isUnknown ? end : start + Int64(count)))
  }

  /// The elements in a part of the file.
  mutating func elements(in range: Range<Int64>) throws -> [Element] {
    var found: [Element] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let next = try element(at: offset, before: range.upperBound)
      found.append(next)
      offset = next.content.upperBound
    }
    return found
  }

  /// A number with its length in the leading zero bits.
  ///
  /// - Parameter keepsMarker: true for element names.
  mutating func variable(
    at offset: Int64, keepsMarker: Bool
  ) throws -> (value: UInt64, bytes: Int64) {
    let first = try byte(at: offset)
    let bytes = Int64(first.leadingZeroBitCount) + 1
    guard bytes <= 8 else { throw ReadBackError.unreadable(reason: "a number without a length") }
    let value = try number(offset..<offset + bytes)
    return (keepsMarker ? value : value & ~(1 << UInt64(7 * bytes)), bytes)
  }

  /// The start of a block: the track's number, a signed 16-bit time relative to the cluster, and
  /// flags.
  ///
  /// - Parameter content: the content of a Block or SimpleBlock.
  mutating func blockHead(
    _ content: Range<Int64>
  ) throws -> (track: UInt64, time: Int64, flagsAt: Int64) {
    let (track, bytes) = try variable(at: content.lowerBound, keepsMarker: false)
    let offset = content.lowerBound + bytes
    let time = Int16(truncatingIfNeeded: try number(offset..<offset + 2))
    return (track, Int64(time), offset + 2)
  }

  private mutating func byte(at offset: Int64) throws -> UInt8 {
    if offset < windowStart || offset >= windowStart + Int64(window.count) {
      guard offset >= 0, offset < size else {
        throw ReadBackError.unreadable(reason: "the file is cut off")
      }
      window = try file.stored(Int(min(Int64(Self.windowBytes), size - offset)), at: offset)
      windowStart = offset
    }
    return window[Int(offset - windowStart)]
  }
}
