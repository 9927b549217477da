/// What changed from picture to picture, so that recycled memory is brought up to date by drawing
/// only that.
struct ChangeHistory {
  /// Enough for every buffer that can come back: more pictures than the queues hold.
  private static let depth = 64

  /// Which picture is the newest, counted from 0; -1 before the first.
  private(set) var newest = -1
  private var rects = [PixelRect](repeating: .empty, count: Self.depth)

  /// Starts the next picture, which differs from the one before only in `changed`.
  mutating func append(_ changed: PixelRect) {
    newest += 1
    rects[newest % Self.depth] = changed
  }

  /// What differs between an older picture and the newest; nil when that is not known.
  func changes(since picture: Int?) -> PixelRect? {
    guard let picture, newest - picture <= Self.depth else { return nil }
    var union = PixelRect.empty
    for index in picture + 1..<newest + 1 { union = union.union(rects[index % Self.depth]) }
    return union
  }
}
