/// Builds boxes of ISO/IEC 14496-12 in memory: what ``FileBox`` reads.
package struct BoxBuilder {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends a box.
  ///
  /// - Parameters:
  ///   - kind: its four characters.
  ///   - fill: appends the content.
  package mutating func box(_ kind: String, _ fill: (inout BoxBuilder) -> Void) {
    precondition(kind.utf8.count == 4, "a box has four characters")
    let start = bytes.count
    number(0, bytes: 4)
    text(kind)
    fill(&self)
    let size = bytes.count - start
    precondition(size <= UInt32.max, "boxes in memory are below 4 GiB")
    for (index, shift) in [24, 16, 8, 0].enumerated() {
      bytes[start + index] = UInt8(truncatingIfNeeded: size >> shift)
    }
  }

  /// Appends a full box: one with a version and flags.
  package mutating func fullBox(
    _ kind: String, version: UInt8 = 0, flags: Int = 0, _ fill: (inout BoxBuilder) -> Void
  ) {
    box(kind) { box in
      box.number(Int(version) << 24 | flags, bytes: 4)
      fill(&box)
    }
  }

  /// Appends a number, the highest byte first.
  package mutating func number(_ value: Int, bytes count: Int) {
    for place in stride(from: count - 1, through: 0, by: -1) {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place)))
    }
  }

  /// Appends several numbers of the same width.
  package mutating func numbers(_ values: [Int], bytes count: Int) {
    for value in values { number(value, bytes: count) }
  }

  /// Appends characters unchanged.
  package mutating func text(_ text: String) { bytes += Array(text.utf8) }

  /// Appends bytes unchanged.
  package mutating func append(_ more: some Sequence<UInt8>) { bytes += more }
}
