/// The natural order of numbered names: f1, f2, f10.
///
/// Names are compared piece by piece. A run of digits is compared as a number of any length and
/// sorts like the digit 0 among other characters; a folder separator sorts first; ASCII letters are
/// compared without case. Names that are still equal (f1, f01, F1) are sorted by their bytes, so
/// the order is total and stable.
package enum NaturalOrder {
  /// Whether `a` comes before `b`.
  ///
  /// - Complexity: O(n) in bytes of the shorter name.
  package static func areInIncreasingOrder(
    _ a: some RandomAccessCollection<UInt8>, _ b: some RandomAccessCollection<UInt8>
  ) -> Bool {
    var (x, y) = (a[...], b[...])
    while let p = x.first, let q = y.first {
      if isDigit(p), isDigit(q) {
        let (left, right) = (takeNumber(&x), takeNumber(&y))
        if left.count != right.count { return left.count < right.count }
        if let pair = zip(left, right).first(where: { $0 != $1 }) { return pair.0 < pair.1 }
      } else {
        let (left, right) = (rank(p), rank(q))
        if left != right { return left < right }
        x.removeFirst()
        y.removeFirst()
      }
    }
    if x.isEmpty != y.isEmpty { return x.isEmpty }
    return a.lexicographicallyPrecedes(b)
  }

  /// Whether `a` comes before `b`.
  package static func areInIncreasingOrder(_ a: String, _ b: String) -> Bool {
    areInIncreasingOrder(Array(a.utf8), Array(b.utf8))
  }

  /// The names in natural order.
  package static func sorted(_ names: [String]) -> [String] {
    sortedIndices(names).map { names[$0] }
  }

  /// The indices of the names in natural order; equal names keep their order.
  package static func sortedIndices(_ names: [String]) -> [Int] {
    let keys = names.map { Array($0.utf8) }
    return keys.indices.sorted { a, b in
      areInIncreasingOrder(keys[a], keys[b])
        || (a < b && !areInIncreasingOrder(keys[b], keys[a]))
    }
  }

  /// Reads a run of digits without leading zeros.
  private static func takeNumber<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: inout Bytes
  ) -> Bytes where Bytes.SubSequence == Bytes {
    let end = bytes.firstIndex { !isDigit($0) } ?? bytes.endIndex
    let number = bytes[..<end].drop { $0 == UInt8(ascii: "0") }
    bytes = bytes[end...]
    return number
  }

  private static func rank(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "/"): 0
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
    case 0x30...0x39: 0x30
    default: byte
    }
  }
}

/// Whether a byte is an ASCII digit.
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
