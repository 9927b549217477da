internal import Atlases
internal import Stages

/// Sorts numbered names and handles missing numbers.
struct FolderOrder {
  let gaps: ReadingOptions.FrameFolder.Gaps
  /// The number of the first frame; nil for the lowest.
  let startNumber: Int?
  /// The largest number of frames, including repeated ones.
  let limit: Int

  /// - Parameters:
  ///   - names: without folders.
  ///   - number: extracts the number from a name; nil to use the last run of digits.
  /// - Returns: indices of names in natural order; repeated frames occur several times.
  /// - Throws: ``FrameFolderError/gaps(missing:count:)``,
  ///   ``FrameFolderError/repeatedNumber(_:_:_:)``.
  func arrange(_ names: [String], number: ((String) -> Int?)? = nil) throws -> [Int] {
    let keys = names.map { Key($0, number: number) }
    var order = NaturalOrder.sortedIndices(names)
    if let startNumber {
      order.removeAll { (keys[$0].number ?? startNumber) < startNumber }
      if gaps != .skip, !order.contains(where: { keys[$0].number == startNumber }) {
        throw FrameFolderError.gaps(missing: "\(startNumber)", count: 1)
      }
    }
    var sequences: [String: [Int]] = [:]
    for index in order where keys[index].number != nil {
      sequences[keys[index].sequence, default: []].append(index)
    }
    /// The number of repetitions of a frame for missing ones after it.
    var holds: [Int: Int] = [:]
    var missing: [String] = []
    var missingCount = 0
    for (_, indices) in sequences.sorted(by: { $0.key < $1.key }) {
      let sorted = indices.sorted { keys[$0].number! < keys[$1].number! }
      for (a, b) in zip(sorted, sorted.dropFirst()) where keys[a].number == keys[b].number {
        throw FrameFolderError.repeatedNumber(keys[a].number!, names[a], names[b])
      }
      guard let numbering = FrameNumbering(sorted.map { keys[$0].number! }) else { continue }
      if numbering.gaps.isEmpty { continue }
      missing.append(numbering.missingDescription)
      let (sum, overflow) = missingCount.addingReportingOverflow(numbering.missingCount)
      missingCount = overflow ? .max : sum
      for (a, b) in zip(sorted, sorted.dropFirst()) {
        holds[a] = (keys[b].number! - keys[a].number!) / numbering.stride - 1
      }
    }
    if missingCount == 0 || gaps == .skip { return order }
    guard gaps == .hold else {
      throw FrameFolderError.gaps(
        missing: missing.joined(separator: ", "), count: missingCount)
    }
    guard missingCount <= limit, order.count + missingCount <= limit else {
      throw ReadingError.limitExceeded(
        limit: .frames, value: order.count + min(missingCount, .max / 2), allowed: limit)
    }
    return order.flatMap { Array(repeating: $0, count: 1 + (holds[$0] ?? 0)) }
  }

  /// The sequence of a name, and its place in it.
  private struct Key {
    let sequence: String
    let number: Int?

    init(_ name: String, number: ((String) -> Int?)?) {
      let parts = FrameName(name)
      if let number {
        sequence = ""
        self.number = number(name)
      } else {
        // f1.png and f2.jpg belong to one sequence.
        var suffix = parts.suffix[...]
        if let dot = suffix.lastIndex(of: "."),
          InputKind.ofExtension[suffix[suffix.index(after: dot)...].lowercased()] != nil
        {
          suffix = suffix[..<dot]
        }
        sequence = "\(parts.prefix)\u{0}\(suffix)"
        self.number = parts.number
      }
    }
  }
}
