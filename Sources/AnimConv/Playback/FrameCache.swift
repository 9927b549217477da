internal import Raster

/// The decoded frames of one animation that are kept, and which one comes next in playing order.
///
/// The *window* is the frames from the playhead on, in the order in which they are asked for: the
/// playing order, or backwards. What is needed latest, which is the frame just shown, goes first.
struct FrameCache {
  /// How many frames the animation has.
  let count: Int
  /// Whether frame 0 follows the last one.
  let wraps: Bool
  /// Whether frame 0 stays, apart from the window, once it is here.
  let keepsPoster: Bool

  /// The frame that was asked for last.
  private(set) var playhead = 0
  /// The same, until it is here.
  private(set) var missing: Int?
  private var frames: [Int: PixelBuffer] = [:]
  /// Whether the last request went on in playing order, so that the next one can be foreseen.
  private(set) var isInOrder = true
  /// Whether the last request went back by a step, as someone does who looks for a frame.
  private(set) var goesBack = false
  /// So many frames from the playhead on are here.
  private var known = 0

  /// Requests that leave out no more than this are playing, with late frames skipped.
  static let longestSkip = 4

  init(count: Int, wraps: Bool, keepsPoster: Bool) {
    self.count = count
    self.wraps = wraps
    self.keepsPoster = keepsPoster
  }

  var isComplete: Bool { frames.count == count }

  /// How many frames are here apart from the poster.
  var windowCount: Int { frames.count - posterCount }
  /// 1 when the poster is here and stays, else 0.
  var posterCount: Int { keepsPoster && frames[0] != nil ? 1 : 0 }

  /// The frame if it is here; moves the playhead to it.
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

  /// The first frame that is worth keeping on the way to a wanted one: going back, the window ends
  /// with it.
  func first(for wanted: Int, window: Int) -> Int {
    goesBack ? max(0, wanted - window + 1) : wanted
  }

  /// The latest frame up to `index` that is here.
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

  /// The frame to decode next without having been asked for it; nil when the window is full or the
  /// requests follow no order.
  mutating func nextAhead(window: Int) -> Int? {
    guard isInOrder else { return nil }
    let reach = min(window, wraps ? count : count - playhead)
    while known < reach, frames[(playhead + known) % count] != nil { known += 1 }
    return known < reach ? (playhead + known) % count : nil
  }

  /// Lets go of the frame that is needed latest and not within the next `reach`.
  ///
  /// - Parameter held: whether it may be a frame that somebody else uses, so that no memory is
  ///   won.
  /// - Returns: false when there is none.
  mutating func evict(beyond reach: Int, held: Bool = false) -> Bool {
    // The frame just behind the playhead is needed latest: nearly always one is found there.
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

  /// How many frames can be let go of so that memory is won.
  mutating func spareCount() -> Int {
    var count = 0
    // An array: walking along the dictionary itself would hold a second reference to every frame.
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

  /// How many frames from now an index is asked for.
  private func distance(to index: Int) -> Int {
    (goesBack ? playhead - index + count : index - playhead + count) % count
  }
}
