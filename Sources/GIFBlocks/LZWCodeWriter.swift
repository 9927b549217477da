/// Packs LZW codes to bytes with the widths that a GIF decoder expects (GIF89a, appendix F).
///
/// The writer knows nothing of strings. It counts codes, because after each one a decoder adds one
/// entry to its table, and the width of the next code follows from the number of entries. So a
/// search that has decided on codes can write them without keeping a table.
///
/// A table has at most 4,096 entries. When it is full it stays as it is, with codes of 12 bits,
/// until a clear code is written.
package struct LZWCodeWriter {
  /// Entries of a full table.
  package static let tableLimit = 4096

  /// Bits of a literal, 2 to 8.
  package let minCodeSize: Int
  /// Empties the table.
  package var clearCode: Int { 1 << minCodeSize }
  /// Ends the data.
  package var endCode: Int { clearCode + 1 }
  /// Bits of the next code.
  package private(set) var width: Int
  /// The entry that the next code adds to the table of the encoder; ``tableLimit`` when the table
  /// is full. The first one behind a clear code is `endCode + 1`.
  package private(set) var nextEntry: Int

  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Starts data, with the clear code that has to be first.
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
    // Codes may now name `nextEntry`: it needs a bit more when it is the first power of two.
    if nextEntry == 1 << width, width < 12 { width += 1 }
    nextEntry += 1
  }

  /// Writes a clear code.
  package mutating func clear() {
    put(clearCode)
    width = minCodeSize + 1
    nextEntry = endCode + 1
  }

  /// Writes the end code and gives the data, not divided into sub-blocks.
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
