/// Packs LZW codes into bytes, with the code widths that a GIF decoder expects (GIF89a, appendix
/// F).
///
/// The writer counts codes and needs no strings: a decoder adds one table entry after each code,
/// and the width of the next code depends on the number of entries. So a search that has chosen its
/// codes can write them without a table.
///
/// A table has at most 4,096 entries. A full table stays unchanged, with codes of 12 bits, until a
/// clear code is written.
package struct LZWCodeWriter {
  /// The number of entries of a full table.
  package static let tableLimit = 4096

  /// Bits per literal, 2 to 8.
  package let minCodeSize: Int
  /// Empties the table.
  package var clearCode: Int { 1 << minCodeSize }
  /// Ends the data.
  package var endCode: Int { clearCode + 1 }
  /// Bits of the next code.
  package private(set) var width: Int
  /// The entry that the next code adds to the encoder's table; ``tableLimit`` if the table is full.
  /// The first one after a clear code is `endCode + 1`.
  package private(set) var nextEntry: Int

  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Starts the data with the required clear code.
  package init(minCodeSize: Int) {
    precondition((2...8).contains(minCodeSize), "expected 2 to 8 bits a literal")
    self.minCodeSize = minCodeSize
    width = minCodeSize + 1
    nextEntry = (1 << minCodeSize) + 2
    put(clearCode)
  }

  /// Writes the code of a literal or of an entry below ``nextEntry``.
  package mutating func append(_ code: Int) {
    put(code)
    guard nextEntry < Self.tableLimit else { return }
    // Codes may now name `nextEntry`, which needs one more bit if it is the first power of two.
    if nextEntry == 1 << width, width < 12 { width += 1 }
    nextEntry += 1
  }

  /// Writes a clear code.
  package mutating func clear() {
    put(clearCode)
    width = minCodeSize + 1
    nextEntry = endCode + 1
  }

  /// Writes the end code and returns the data, not divided into sub-blocks.
  package consuming func finish() -> [UInt8] {
    put(endCode)
    if pendingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }

  private mutating func put(_ code: Int) {
    pending |= UInt64(truncatingIfNeeded: code) &<< UInt64(pendingCount)
    pendingCount &+= width
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending &>>= 8
      pendingCount &-= 8
    }
  }
}
