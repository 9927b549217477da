/// What the last few frames changed, so that an older picture can be brought up to date by copying
/// no more than that.
package struct ChangeHistory {
  /// How many frames are remembered: more than pictures of one source are ever in use at once.
  private static let capacity = 16

  private var rects: [PixelRect] = []
  /// The newest frame; nil when nothing is known.
  private var newest: Int?

  package init(rects: [PixelRect] = [], newest: Int? = nil) {
    self.rects = rects
    self.newest = newest
  }

  /// Notes what frame `index` changed; forgets all before when it does not follow the newest.
  package mutating func append(_ index: Int, _ changed: PixelRect) {
    if newest == index - 1 {
      if rects.count == Self.capacity { rects.removeFirst() }
      rects.append(changed)
    } else {
      rects.removeAll(keepingCapacity: true)
    }
    newest = index
  }

  /// Where a picture of frame `index` differs from the newest one; nil when that is not known.
  package func changes(since index: Int?) -> PixelRect? {
    guard let index, let newest, index <= newest, newest - index <= rects.count else { return nil }
    return rects.suffix(newest - index).reduce(.empty) { $0.union($1) }
  }
}
