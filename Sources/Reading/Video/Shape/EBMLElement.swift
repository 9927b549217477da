/// An element of EBML (RFC 8794), the format of Matroska and WebM.
struct EBMLElement {
  let id: UInt32
  /// The range of its content in the file.
  let content: Range<Int64>

  /// The largest number of sibling elements that are examined.
  private static let mostElements = 10_000

  /// Calls `body` for the elements in a part of the file, until it returns false or an element
  /// exceeds the part.
  ///
  /// - Throws: what reading throws.
  static func each(
    in range: Range<Int64>, of source: ByteSource, _ body: (EBMLElement) throws -> Bool
  ) throws {
    var offset = range.lowerBound
    for _ in 0..<mostElements {
      guard let next = try read(at: offset, before: range.upperBound, source),
        try body(next)
      else { return }
      offset = next.content.upperBound
    }
  }

  /// - Returns: nil if there is no complete element.
  private static func read(
    at offset: Int64, before end: Int64, _ source: ByteSource
  ) throws -> EBMLElement? {
    guard offset < end else { return nil }
    let head = try source.bytes(at: offset, count: Int(min(12, end - offset)))
    guard let id = variable(head[...], most: 4, keepsMarker: true),
      let size = variable(head.dropFirst(id.bytes), most: 8, keepsMarker: false)
    else { return nil }
    let start = offset + Int64(id.bytes + size.bytes)
    // All bits set: the element extends to the end of its parent.
    let isUnknown = size.value == (1 << UInt64(7 * size.bytes)) - 1
    guard start <= end, isUnknown || size.value <= UInt64(end - start) else { return nil }
    return EBMLElement(
      id: UInt32(truncatingIfNeeded: id.value),
      content: start..<(isUnknown ? end : start + Int64(size.value)))
  }

  /// A number whose leading zero bits give its length in bytes.
  private static func variable(
    _ bytes: ArraySlice<UInt8>, most: Int, keepsMarker: Bool
  ) -> (value: UInt64, bytes: Int)? {
    guard let first = bytes.first else { return nil }
    let count = first.leadingZeroBitCount + 1
    guard count <= most, bytes.count >= count else { return nil }
    let value = bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (keepsMarker ? value : value & ~(1 << UInt64(7 * count)), count)
  }

  /// Up to 8 bytes as an unsigned number, big-endian; nil for more bytes.
  func number(in source: ByteSource) throws -> UInt64? {
    guard content.count <= 8 else { return nil }
    return try source.bytes(at: content.lowerBound, count: content.count)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension ByteSource {
  /// The requested number of bytes, or fewer at the end of the file.
  fileprivate func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try bytes.withUnsafeMutableBytes { try self.read(at: offset, into: $0) }
    return Array(bytes.prefix(read))
  }
}
