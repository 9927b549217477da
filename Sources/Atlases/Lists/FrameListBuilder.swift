internal import AnimTiming
internal import Stages

/// Collects the entries of a list within the limit on frames.
struct FrameListBuilder {
  private(set) var list: FrameList
  private let limits: ReadingLimits

  init(_ format: AtlasFormat, limits: ReadingLimits) {
    list = FrameList(format: format, entries: [])
    self.limits = limits
  }

  mutating func add(_ entry: FrameList.Entry) throws {
    guard list.entries.count < limits.maxFrames else {
      throw ReadingError.limitExceeded(
        limit: .frames, value: list.entries.count + 1, allowed: limits.maxFrames)
    }
    list.entries.append(entry)
  }

  /// Loop count, 0 for forever, as in most formats.
  mutating func setPlays(_ count: Int64?) {
    guard let count, count >= 0 else { return }
    list.plays = count == 0 ? .forever : .plays(Int(clamping: count))
  }

  mutating func setDelay(_ delay: Delay) {
    list.entries[list.entries.count - 1].delay = delay
  }

  mutating func removeLast() {
    list.entries.removeLast()
  }
}
