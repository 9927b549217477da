internal import Raster

/// The cached frames of one animation, and the next frame in playing order.
///
/// The *window* is the frames from the playhead on, in the order of the requests: the playing
/// order, or backward. The frame that is needed last is evicted first; this is the frame just
/// shown.
struct FrameCache {
  /// The number of frames in the animation.
  let count: Int
  /// Whether frame 0 follows the last one.
  let wraps: Bool
  /// Whether frame 0, once decoded, stays cached outside the window.
  let keepsPoster: Bool

  /// The last requested frame.
  private(set) var playhead = 0
  /// The last requested frame, until it is decoded.
  private(set) var missing: Int?
  private var frames: [Int: PixelBuffer] = [:]
  /// Whether the last request was in playing order, so that the next one can be predicted.
  private(set) var isInOrder = true
  /// Whether the last request went back by one step, as when a user searches for a frame.
  private(set) var goesBack = false
  /// The number of consecutive cached frames from the playhead on.
  private var known = 0

  /// Requests that skip at most this many frames count as playing with late frames dropped.
  static let longestSkip = 4

  init(count: Int, wraps: Bool, keepsPoster: Bool) {
    self.count = count
    self.wraps = wraps
    self.keepsPoster = keepsPoster
  }

  var isComplete: Bool { frames.count == count }

  /// The number of cached frames without the poster.
  var windowCount: Int { frames.count - posterCount }
  /// 1 if the poster is cached, otherwise 0.
  var posterCount: Int { keepsPoster && frames[0] != nil ? 1 : 0 }

  /// The frame if it is cached; moves the playhead to it.
  mutating func request(_ index: Int, window: Int) -> PixelBuffer? {
    let step = (index - playhead + count) % count
    if step > 0 || !goesBack {
      let longest = max(Self.longestSkip, window - 1)
      isInOrder = step <= longest
      goesBack = !isInOrder && index < playhead && playhead - index <= longest
    }
    known = goesBack ? 0 : max(0, known - step)
    playhead = index
    missing = frames[index] == nil ? index : nil
    return frames[index]
  }

  /// The first frame that is worth caching on the way to a requested one: when going back, the
  /// window ends with the requested frame.
  func first(for wanted: Int, window: Int) -> Int {
    goesBack ? max(0, wanted - window + 1) : wanted
  }

  /// The latest cached frame up to `index`.
  func newest(upTo index: Int) -> (index: Int, pixels: PixelBuffer)? {
    if let pixels = frames[index] { return (index, pixels) }
    guard let found = frames.keys.filter({ $0 < index }).max() else { return nil }
    return frames[found].map { (found, $0) }
  }

  func contains(_ index: Int) -> Bool { frames[index] != nil }

  mutating func insert(_ pixels: PixelBuffer, at index: Int) {
    frames[index] = pixels
    if missing == index { missing = nil }
  }

  /// The frame to decode ahead; nil if the window is full or the requests have no order.
  mutating func nextAhead(window: Int) -> Int? {
    guard isInOrder else { return nil }
    let reach = min(window, wraps ? count : count - playhead)
    while known < reach, frames[(playhead + known) % count] != nil { known += 1 }
    return known < reach ? (playhead + known) % count : nil
  }

  /// Evicts the frame that is needed last, unless it is needed within the next `reach` frames.
  ///
  /// - Parameter held: whether it may be a frame in use elsewhere, so that no memory is freed.
  /// - Returns: false if there is no such frame.
  mutating func evict(beyond reach: Int, held: Bool = false) -> Bool {
    // The frame just behind the playhead is needed last; it is nearly always cached.
    for step in 1...min(32, count) where count - step >= reach {
      let latest = goesBack ? playhead + step : playhead + count - step
      if remove(latest % count, held: held) { return true }
    }
    let others = frames.keys.filter { distance(to: $0) >= reach }
    for index in others.sorted(by: { distance(to: $0) > distance(to: $1) }) {
      if remove(index, held: held) { return true }
    }
    return false
  }

  /// The number of frames whose eviction frees memory.
  mutating func spareCount() -> Int {
    var count = 0
    // An array, because iterating over the dictionary itself would hold a second reference to every
    // frame.
    for index in Array(frames.keys) where index != 0 || !keepsPoster {
      if isKnownUniquelyReferenced(&frames[index]!) { count += 1 }
    }
    return count
  }

  private mutating func remove(_ index: Int, held: Bool) -> Bool {
    if index == 0 && keepsPoster || frames[index] == nil { return false }
    guard held || isKnownUniquelyReferenced(&frames[index]!) else { return false }
    frames[index] = nil
    known = min(known, distance(to: index))
    return true
  }

  /// The number of frames until an index is requested.
  private func distance(to index: Int) -> Int {
    (goesBack ? playhead - index + count : index - playhead + count) % count
  }
}
