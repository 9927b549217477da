/// Times of frames without a time, from the places of their packets. Containers such as AVI give
/// each packet a place in time, and leave places empty for dropped frames.
///
/// A decoder that delays pictures returns the first one when a later packet arrives. The pictures
/// are therefore as far apart as those packets.
struct StoredOrder {
  /// Counted from 0, in ticks of the stream.
  let times: [Int64]
  /// The end of the last frame.
  let end: Int64

  /// - Parameters:
  ///   - places: of the packets, in stored order.
  ///   - delay: how many packets are decoded before the first picture is returned.
  /// - Returns: nil if places are missing or do not ascend, and if none is empty, because the frame
  ///   rate is constant then.
  init?(_ places: [Int64?], delay: Int) {
    let known = places.compactMap(\.self)
    guard known.count == places.count, let first = known.first, let last = known.last,
      zip(known, known.dropFirst()).allSatisfy(<), delay < known.count
    else { return nil }
    let (span, isTooLong) = last.subtractingReportingOverflow(first)
    guard !isTooLong, span < .max / 4, span > Int64(known.count - 1) else { return nil }
    // The last pictures arrive without a packet, directly after each other.
    let comings = known.dropFirst(delay).map { $0 - known[delay] }
    let rest = (0..<delay).map { comings[comings.count - 1] + Int64($0) + 1 }
    times = comings + rest
    end = times[times.count - 1] + 1
  }
}
