/// The sample tables of an MP4 or MOV, collected one by one.
///
/// Memory is 4 bytes per sample, and 16 for each change of a duration or an offset.
struct MovieSamples {
  /// Bytes of each.
  private(set) var sizes: [UInt32] = []
  /// Time between decodings.
  private(set) var durations: [(count: Int, value: Int)] = []
  /// Time from decoding to display.
  private(set) var delays: [(count: Int, value: Int)] = []
  /// Indices of key frames, from 0.
  private(set) var keys: [UInt32] = []
  /// The start of each chunk within the bytes of all samples.
  private(set) var chunkOffsets: [Int] = []
  /// Samples of each chunk.
  private(set) var chunkCounts: [Int] = []
  /// The size of all samples in bytes.
  private(set) var byteCount = 0
  /// The sum of all durations.
  private(set) var ticks = 0
  /// Time from decoding the first sample to displaying it.
  private(set) var lead = 0

  /// Samples form chunks up to this size, because players read a chunk at a time.
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
