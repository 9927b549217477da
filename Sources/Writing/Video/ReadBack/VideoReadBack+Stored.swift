internal import AnimTiming
internal import Libav

extension VideoReadBack {
  /// Compares the container's track with the plan: the number of frames, every start and, in MP4
  /// and MOV, every duration, every stored end, the colours and, for WebM, whether each frame has
  /// alpha.
  ///
  /// - Throws: ``ReadBackError``.
  static func compare(
    _ stored: StoredTrack, encoding: VideoEncoding, timeline: AnimationTimeline
  ) throws(ReadBackError) {
    guard stored.starts.count == timeline.count else {
      throw .differs(
        what: "frames", expected: "\(timeline.count)", found: "\(stored.starts.count)")
    }
    let order = stored.starts.indices.sorted { stored.starts[$0] < stored.starts[$1] }
    for (index, place) in order.enumerated() {
      func compare(_ found: Int64?, _ planned: Int64) throws(ReadBackError) {
        guard let found, !agree(found, stored.timebase, planned, timeline.timebase) else { return }
        throw .wrongTime(
          frame: index, expected: text(planned, timeline.timebase),
          found: text(found, stored.timebase))
      }
      try compare(stored.starts[place], timeline.start(of: index))
      try compare(stored.durations?[place], timeline.duration(of: index))
    }
    if stored.ends.isEmpty, stored.fileEnd == nil {
      throw .differs(
        what: "the duration", expected: text(timeline.total, timeline.timebase), found: "none")
    }
    if let end = stored.fileEnd,
      !agree(end.ticks, end.timebase, timeline.total, timeline.timebase),
      Self.isEarlier(end.ticks, end.timebase, timeline.total, timeline.timebase)
    {
      throw .differs(
        what: "the duration in \(end.place)", expected: text(timeline.total, timeline.timebase),
        found: text(end.ticks, end.timebase))
    }
    for end in stored.ends
    where !agree(end.ticks, end.timebase, timeline.total, timeline.timebase) {
      throw .differs(
        what: "the duration in \(end.place)", expected: text(timeline.total, timeline.timebase),
        found: text(end.ticks, end.timebase))
    }
    var color = encoding.colorTags.codePoints
    // A MOV file's colour box has no field for the range (QuickTime File Format, "nclc").
    if let found = stored.color, found.isFullRange == nil { color.isFullRange = nil }
    guard stored.color == color else {
      throw .differs(
        what: "the container's colours", expected: color.description,
        found: stored.color?.description ?? "none")
    }
    let alphas = encoding.container == .webm && encoding.hasAlpha ? timeline.count : 0
    guard stored.alphaCount == alphas else {
      throw .differs(
        what: "frames with alpha", expected: "\(alphas)", found: "\(stored.alphaCount)")
    }
  }

  /// Whether two times are equal, without rounding.
  private static func agree(
    _ stored: Int64, _ unit: Timebase, _ planned: Int64, _ other: Timebase
  ) -> Bool {
    let found = (Int128(stored) * Int128(unit.numerator))
      .multipliedReportingOverflow(by: Int128(other.denominator))
    let wanted = (Int128(planned) * Int128(other.numerator))
      .multipliedReportingOverflow(by: Int128(unit.denominator))
    return !found.overflow && !wanted.overflow && found.partialValue == wanted.partialValue
  }

  /// Whether a time is before another, to the nearest double.
  private static func isEarlier(
    _ stored: Int64, _ unit: Timebase, _ planned: Int64, _ other: Timebase
  ) -> Bool {
    Double(stored) * Double(unit.numerator) / Double(unit.denominator)
      < Double(planned) * Double(other.numerator) / Double(other.denominator)
  }

  private static func text(_ ticks: Int64, _ unit: Timebase) -> String {
    "\(ticks) x \(unit.numerator)/\(unit.denominator) s"
  }
}
