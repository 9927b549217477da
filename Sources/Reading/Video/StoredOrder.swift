/// When frames without times of their own show, in a container that gives each packet a place in time,
/// and leaves places empty where frames were dropped, as AVI does.
///
/// A decoder that holds pictures back gives the first one when a later packet comes: the pictures show
/// as far from each other as those packets are.
struct StoredOrder {
  /// From 0 on, in ticks of the stream.
  let times: [Int64]
  /// Where the last frame ends.
  let end: Int64

  /// - Parameters:
  ///   - places: of the packets, in the order in which they are stored.
  ///   - delay: how many packets are decoded before the first picture comes.
  /// - Returns: nil where places are missing or do not ascend, and where none is empty: frames come at a
  ///   constant rate then.
  init?(_ places: [Int64?], delay: Int) {
    let known = places.compactMap(\.self)
    guard known.count == places.count, let first = known.first, let last = known.last,
      zip(known, known.dropFirst()).allSatisfy(<), delay < known.count
    else { return nil }
    let (span, isTooLong) = last.subtractingReportingOverflow(first)
    guard !isTooLong, span < .max / 4, span > Int64(known.count - 1) else { return nil }
    // No packet comes with the last pictures: they follow at once.
    let comings = known.dropFirst(delay).map { $0 - known[delay] }
    let rest = (0..<delay).map { comings[comings.count - 1] + Int64($0) + 1 }
    times = comings + rest
    end = times[times.count - 1] + 1
  }
}
