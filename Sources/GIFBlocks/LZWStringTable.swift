/// The strings of an LZW table, for searches that clear it thousands of times per picture.
///
/// Every string is a prefix and one index, found by hashing. The 16,384 slots of four bytes fit the
/// processor's second-level cache, and clearing them takes as long as about a hundred lookups;
/// ``LZWDictionary`` is faster for one long run and 64 times as large.
struct LZWStringTable: ~Copyable {
  private static let slotBits = 14
  private static let slotCount = 1 << slotBits

  /// `prefix << 20 | index << 12 | entry`; 0 is empty, because no entry has the number 0.
  private let slots: UnsafeMutablePointer<UInt32>
  /// Whether longer strings may continue this one. Most strings have none, and this check is faster
  /// than a lookup.
  private let hasLonger: UnsafeMutablePointer<Bool>

  init() {
    slots = .allocate(capacity: Self.slotCount)
    hasLonger = .allocate(capacity: LZWCodeWriter.tableLimit)
    removeAll()
  }

  deinit {
    slots.deallocate()
    hasLonger.deallocate()
  }

  /// Leaves only the literals.
  func removeAll() {
    slots.update(repeating: 0, count: Self.slotCount)
    hasLonger.update(repeating: false, count: LZWCodeWriter.tableLimit)
  }

  /// The entry of a string with one more index; negative if there is none.
  @inline(__always)
  func entry(_ prefix: Int, _ index: UInt8) -> Int {
    guard hasLonger[prefix] else { return -1 }
    let key = Self.key(prefix, index)
    var slot = Self.slot(key)
    while true {
      let found = slots[slot]
      if found == 0 { return -1 }
      if found &>> 12 == key { return Int(found & 0xfff) }
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
  }

  /// Adds a string that is not in the table.
  ///
  /// - Returns: its slot, for ``remove(at:)``.
  @inline(__always)
  func add(_ entry: Int, prefix: Int, _ index: UInt8) -> Int {
    let key = Self.key(prefix, index)
    var slot = Self.slot(key)
    while slots[slot] != 0 { slot = (slot &+ 1) & (Self.slotCount &- 1) }
    slots[slot] = key &<< 12 | UInt32(truncatingIfNeeded: entry)
    hasLonger[prefix] = true
    return slot
  }

  /// Removes the last added string; removing another would break chains of colliding slots.
  @inline(__always)
  func remove(at slot: Int) {
    slots[slot] = 0
  }

  @inline(__always)
  private static func key(_ prefix: Int, _ index: UInt8) -> UInt32 {
    UInt32(truncatingIfNeeded: prefix) &<< 8 | UInt32(index)
  }

  @inline(__always)
  private static func slot(_ key: UInt32) -> Int {
    Int((key &* 0x9e37_79b1) &>> UInt32(32 &- slotBits))
  }
}
