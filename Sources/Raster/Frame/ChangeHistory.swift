/// The areas that the last few frames changed, so that an older picture can be updated by copying
/// only these.
package struct ChangeHistory {
  /// The number of remembered frames: more than the pictures of one source that are ever in use at
  /// once.
  private static let capacity = 16

  private var rects: [PixelRect] = []
  /// The newest frame; nil if nothing is known.
  private var newest: Int?

  package init(rects: [PixelRect] = [], newest: Int? = nil) {
    self.rects = rects
    self.newest = newest
  }

  /// Records the area that frame `index` changed; forgets all earlier frames if it does not follow
  /// the newest.
  package mutating func append(_ index: Int, _ changed: PixelRect) {
    if newest == index - 1 {
      if rects.count == Self.capacity { rects.removeFirst() }
      rects.append(changed)
    } else {
      rects.removeAll(keepingCapacity: true)
    }
    newest = index
  }

  /// The area in which a picture of frame `index` differs from the newest one; nil if unknown.
  package func changes(since index: Int?) -> PixelRect? {
    guard let index, let newest, index <= newest, newest - index <= rects.count else { return nil }
    return rects.suffix(newest - index).reduce(.empty) { $0.union($1) }
  }
}
