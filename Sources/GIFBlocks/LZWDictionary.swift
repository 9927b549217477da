/// The strings of an LZW table, as a tree in which every node is a code.
///
/// One lookup in a table of `4096 << 8` entries finds a node's child. Clearing does not touch that
/// table: an entry is valid if it has the number of the current generation.
///
/// For one thread only. It takes 8 MB, so keep one and clear it.
package final class LZWDictionary {
  /// `generation << 12 | child`, at `code << 8 | index`.
  private let children: UnsafeMutablePointer<UInt32>
  private var generation: UInt32 = 1
  /// Generations have 20 bits.
  private static let lastGeneration: UInt32 = 0xf_ffff
  private static let entryCount = LZWCodeWriter.tableLimit << 8

  package init() {
    children = .allocate(capacity: Self.entryCount)
    children.initialize(repeating: 0, count: Self.entryCount)
  }

  deinit { children.deallocate() }

  /// Removes all strings except the literals.
  package func clear() {
    if generation == Self.lastGeneration {
      children.update(repeating: 0, count: Self.entryCount)
      generation = 0
    }
    generation &+= 1
  }

  /// The code of the string with one more index; negative if there is none.
  @inline(__always)
  package func child(_ code: Int, _ index: UInt8) -> Int {
    let entry = children[code &<< 8 | Int(index)]
    return entry &>> 12 == generation ? Int(entry & 0xfff) : -1
  }

  /// Adds the string of `code` with one more index.
  @inline(__always)
  package func add(_ entry: Int, below code: Int, _ index: UInt8) {
    children[code &<< 8 | Int(index)] = generation &<< 12 | UInt32(truncatingIfNeeded: entry)
  }
}
