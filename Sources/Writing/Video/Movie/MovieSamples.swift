/// What the tables of an MP4 or MOV say of its samples, gathered one by one.
///
/// Memory is 4 bytes a sample, and 16 for each that lasts or waits otherwise than the one before.
struct MovieSamples {
  /// Bytes of each.
  private(set) var sizes: [UInt32] = []
  /// From when one is decoded to when the next is.
  private(set) var durations: [(count: Int, value: Int)] = []
  /// From when one is decoded to when it shows.
  private(set) var delays: [(count: Int, value: Int)] = []
  /// Those that need no other to be decoded, from 0.
  private(set) var keys: [UInt32] = []
  /// Where each chunk starts among the bytes of all samples.
  private(set) var chunkOffsets: [Int] = []
  /// Samples of each chunk.
  private(set) var chunkCounts: [Int] = []
  /// Of all of them.
  private(set) var byteCount = 0
  /// All durations.
  private(set) var ticks = 0
  /// From when the first is decoded to when it shows.
  private(set) var lead = 0

  /// Samples lie together until they have so many bytes: players read a chunk at once.
  private static let chunkBytes = 1 << 20

  mutating func append(byteCount count: Int, duration: Int, delay: Int, isKey: Bool) {
    if sizes.isEmpty { lead = delay }
    if isKey { keys.append(UInt32(sizes.count)) }
    if let start = chunkOffsets.last, byteCount + count - start <= Self.chunkBytes {
      chunkCounts[chunkCounts.count - 1] += 1
    } else {
      chunkOffsets.append(byteCount)
      chunkCounts.append(1)
    }
    sizes.append(UInt32(count))
    Self.extend(&durations, by: duration)
    Self.extend(&delays, by: delay)
    byteCount += count
    ticks += duration
  }

  private static func extend(_ runs: inout [(count: Int, value: Int)], by value: Int) {
    if let last = runs.last, last.value == value {
      runs[runs.count - 1].count += 1
    } else {
      runs.append((1, value))
    }
  }
}
