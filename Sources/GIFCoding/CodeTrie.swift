import GIFBlocks

/// The strings of an LZW table as lists of children, for a search that asks which indices can
/// follow and not whether one certain index can.
///
/// The younger child comes first: what has just been seen is likely to come again.
final class CodeTrie {
  /// The first child of a code; 0 ends a list, because code 0 is never a child.
  let firstChild: UnsafeMutablePointer<UInt16>
  let nextSibling: UnsafeMutablePointer<UInt16>
  /// The string without its last index.
  let parent: UnsafeMutablePointer<UInt16>
  /// The last index of the string.
  let symbol: UnsafeMutablePointer<UInt8>
  /// The first index of the string.
  let head: UnsafeMutablePointer<UInt8>

  init() {
    let count = LZWCodeWriter.tableLimit
    firstChild = .allocate(capacity: count)
    nextSibling = .allocate(capacity: count)
    parent = .allocate(capacity: count)
    symbol = .allocate(capacity: count)
    head = .allocate(capacity: count)
    firstChild.initialize(repeating: 0, count: count)
    nextSibling.initialize(repeating: 0, count: count)
    parent.initialize(repeating: 0, count: count)
    symbol.initialize(repeating: 0, count: count)
    head.initialize(repeating: 0, count: count)
    clear()
  }

  deinit {
    firstChild.deallocate()
    nextSibling.deallocate()
    parent.deallocate()
    symbol.deallocate()
    head.deallocate()
  }

  /// Forgets all strings but the literals.
  func clear() {
    firstChild.update(repeating: 0, count: LZWCodeWriter.tableLimit)
    // Entries of a table with short literals have taken the places of longer ones.
    for index in 0..<256 {
      symbol[index] = UInt8(index)
      head[index] = UInt8(index)
    }
  }

  /// Puts a string at the head of the list of `code`.
  @inline(__always)
  func add(_ entry: Int, below code: Int, _ index: UInt8) {
    nextSibling[entry] = firstChild[code]
    firstChild[code] = UInt16(truncatingIfNeeded: entry)
    parent[entry] = UInt16(truncatingIfNeeded: code)
    symbol[entry] = index
    head[entry] = head[code]
    firstChild[entry] = 0
  }

  /// Takes back the string that was added last below `code`.
  @inline(__always)
  func removeNewest(_ entry: Int, below code: Int) {
    firstChild[code] = nextSibling[entry]
  }

  /// Whether a string is there that is one index longer.
  @inline(__always)
  func hasChild(_ code: Int, _ index: UInt8) -> Bool {
    var child = firstChild[code]
    while child != 0 {
      if symbol[Int(child)] == index { return true }
      child = nextSibling[Int(child)]
    }
    return false
  }
}
