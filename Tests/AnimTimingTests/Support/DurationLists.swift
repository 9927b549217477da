/// Every list of 1 to `maxLength` durations out of `values`.
func allDurationLists(maxLength: Int, values: ClosedRange<Int64>) -> [[Int64]] {
  var lists: [[Int64]] = []
  var longest: [[Int64]] = [[]]
  for _ in 0..<maxLength {
    longest = longest.flatMap { list in values.map { list + [$0] } }
    lists += longest
  }
  return lists
}

/// A small generator with a seed, so that a failing case can be seen again (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
