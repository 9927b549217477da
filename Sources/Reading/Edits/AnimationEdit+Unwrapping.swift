internal import AnimTiming

extension AnimationEdit {
  /// The same edit with fewer edits inside it.
  ///
  /// Frames that are removed from a clip again and again put an edit inside an edit each time.
  /// Where a clip shows ranges of an edit that only shows ranges of another input, it becomes a
  /// clip of that input. An edit with a transform stays as it is, because the transform receives
  /// numbers of frames in the inputs of its clips.
  ///
  /// - Complexity: O(clips), and O(ranges) for each edit inside another.
  var unwrapped: AnimationEdit {
    if transform != nil { return self }
    var edit = self
    for (index, clip) in clips.enumerated() {
      if let inner = clip.unwrapped { edit.clips[index] = inner }
    }
    return edit
  }

  /// The clip that is the whole edit; nil if there are several, or if the edit changes it.
  fileprivate var onlyClip: Clip? {
    clips.count == 1 && plays == nil && transform == nil && overlay == nil ? clips[0] : nil
  }
}

extension AnimationEdit.Clip {
  /// The clip as one of an input farther inside; nil if there is none.
  fileprivate var unwrapped: AnimationEdit.Clip? {
    var result: AnimationEdit.Clip?
    while let inner = (result ?? self).unwrappedOnce { result = inner }
    return result
  }

  private var unwrappedOnce: AnimationEdit.Clip? {
    guard tag == nil, !ranges.isEmpty, case .edit(let edit) = input,
      let inner = edit.onlyClip, inner.keepsOrder, canFollow(inner),
      let shown = AnimationTimeline.FrameRange.ranges(ranges, of: inner.ranges)
    else { return nil }
    var clip = self
    clip.input = inner.input
    clip.tag = inner.tag
    clip.ranges = shown
    if speed == .normal { clip.speed = inner.speed }
    if delays.isEmpty { clip.delays = inner.delays }
    if crop == nil { clip.crop = inner.crop }
    return clip
  }

  /// Whether it is the frames of its ranges, each as long as in the input or all equally long.
  private var keepsOrder: Bool { direction == .forward && repeats == 1 && delays.count < 2 }

  /// Whether the changes of both clips are those of one clip, apart from the ranges.
  private func canFollow(_ inner: AnimationEdit.Clip) -> Bool {
    (crop == nil || inner.crop == nil)
      && (speed == .normal || inner.speed == .normal && inner.delays.isEmpty)
  }
}

extension AnimationTimeline.FrameRange {
  /// The largest number of ranges that ranges of ranges become.
  private static let maxRanges = 1 << 16

  /// The frames from `from` up to `to`; nil is the end.
  private typealias Part = (from: Int, to: Int?)

  /// Ranges of the frames that other ranges show, as ranges of the others' input.
  ///
  /// - Parameters:
  ///   - outer: of the frames that `inner` shows.
  ///   - inner: of the input; empty shows all of it.
  /// - Returns: nil if one is empty, outside or of times, or if the number of frames is needed.
  static func ranges(
    _ outer: [AnimationTimeline.FrameRange], of inner: [AnimationTimeline.FrameRange]
  ) -> [AnimationTimeline.FrameRange]? {
    guard let parts = Self.parts(of: inner.isEmpty ? [.frames(from: 0, to: nil)] : inner),
      let places = Self.starts(of: parts), let wanted = Self.parts(of: outer)
    else { return nil }
    var result: [AnimationTimeline.FrameRange] = []
    for part in wanted {
      guard let found = Self.ranges(part, of: parts, places) else { return nil }
      result += found
      if result.count > maxRanges { return nil }
    }
    return result.isEmpty ? nil : result
  }

  private static func parts(of ranges: [AnimationTimeline.FrameRange]) -> [Part]? {
    var parts: [Part] = []
    for range in ranges {
      guard case .frames(let from, let to) = range, from >= 0, to ?? .max > from else { return nil }
      parts.append((from, to))
    }
    return parts
  }

  /// The position of the first frame of each part, and the number of all frames, which is the
  /// largest integer if the last part is open; nil if another one is open.
  private static func starts(of parts: [Part]) -> [Int]? {
    var starts = [0]
    for (index, part) in parts.enumerated() {
      guard let to = part.to else {
        starts.append(.max)
        return index == parts.count - 1 ? starts : nil
      }
      let (end, overflow) = starts[index].addingReportingOverflow(to - part.from)
      if overflow || end == .max { return nil }
      starts.append(end)
    }
    return starts
  }

  /// One range of the frames that parts show; nil if it is outside.
  private static func ranges(_ range: Part, of parts: [Part], _ starts: [Int]) -> [AnimationTimeline
    .FrameRange]?
  {
    let count = starts[parts.count]
    let end = range.to ?? count
    if end > count || range.from > count { return nil }
    var result: [AnimationTimeline.FrameRange] = []
    var index = part(showing: range.from, starts)
    while index < parts.count, starts[index] < end {
      let start = max(range.from, starts[index])
      let (from, overflow) = parts[index].from.addingReportingOverflow(start - starts[index])
      if overflow { return nil }
      let isOpen = parts[index].to == nil && range.to == nil
      let (to, isTooLarge) = from.addingReportingOverflow(min(end, starts[index + 1]) - start)
      if isTooLarge, !isOpen { return nil }
      if isOpen || to > from { result.append(.frames(from: from, to: isOpen ? nil : to)) }
      index += 1
    }
    return result
  }

  /// The last part that starts at a position or before it.
  private static func part(showing position: Int, _ starts: [Int]) -> Int {
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }
}
