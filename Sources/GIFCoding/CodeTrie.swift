import GIFBlocks

/// The strings of an LZW table as lists of children, for a search that needs all possible next
/// indices of a string.
///
/// The newest child comes first, because recent strings are likely to occur again.
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

  /// Removes all strings except the literals.
  func clear() {
    firstChild.update(repeating: 0, count: LZWCodeWriter.tableLimit)
    // Entries of a table with short literals have taken the places of longer ones.
    for index in 0..<256 {
      symbol[index] = UInt8(index)
      head[index] = UInt8(index)
    }
  }

  /// Adds a string at the start of the list of `code`.
  @inline(__always)
  func add(_ entry: Int, below code: Int, _ index: UInt8) {
    nextSibling[entry] = firstChild[code]
    firstChild[code] = UInt16(truncatingIfNeeded: entry)
    parent[entry] = UInt16(truncatingIfNeeded: code)
    symbol[entry] = index
    head[entry] = head[code]
    firstChild[entry] = 0
  }

  /// Removes the string that was added last below `code`.
  @inline(__always)
  func removeNewest(_ entry: Int, below code: Int) {
    firstChild[code] = nextSibling[entry]
  }

  /// Whether a string with one more index exists.
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
