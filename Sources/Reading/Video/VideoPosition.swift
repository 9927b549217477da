/// Where reading a video stands: which frame comes next, what has to be done to get its picture,
/// and which frame a decoded picture belongs to.
///
/// It reads and decodes nothing itself. Its user does what ``step`` says and tells how that went,
/// again and again, until the step is a frame; then calls ``advance()``.
struct VideoPosition {
  /// What has to be done next.
  enum Step: Hashable, Sendable {
    /// Take a picture from the decoder.
    case receive
    /// Send the decoder the next packet, or the end when there is none.
    case send
    /// Go back to the first packet, because what was found where decoding began in the middle cannot be
    /// trusted.
    case startOver
    /// Show the picture at hand: it belongs to the frame.
    case show
    /// Show the picture before again: there is none for the frame.
    case holdLast
  }

  /// Where reading has to go on for a frame that was sought.
  enum Place: Hashable, Sendable {
    /// Where it is: the frame follows without a key frame between.
    case here
    /// At the first packet.
    case start
    /// At the last key frame that shows at this time or before.
    case keyFrame(Int64)
  }

  /// When the frames show, in ticks, ascending or equal; only their number counts without ``hasTimes``.
  let times: [Int64]
  /// Which frames can be decoded without others.
  let isKey: [Bool]
  /// Whether pictures tell by their times which frames they are; otherwise they come in order.
  let hasTimes: Bool
  /// The first frame whose picture is believed: what a decoder makes of those before its first key frame
  /// is invented, unless it leaves them out itself.
  let firstPicture: Int

  /// The frame that comes next; the number of frames at the end.
  private(set) var next = 0
  /// The frame that the decoder is expected to give next; nil after seeking.
  private var decoded: Int?
  /// The frame of the picture at hand: the next one, or a later one.
  private var atHand: Int?
  /// The key frame that was sought and has not been decoded yet. Until then pictures of frames before
  /// it may refer to what was never decoded, and one of a frame behind it shows that the place is wrong.
  private var sought: Int?
  /// Whether decoding began at the first packet, so that what it gives is what the file has.
  private var isFromStart = true
  /// Whether a picture since the place that was sought is not to be believed.
  private var isDoubtful = false
  /// The frame of the last picture.
  private var latest: Int?
  private var needsPacket = false
  private var hasSentEnd = false
  /// Whether the decoder has nothing more to give.
  private var isDrained = false
  private var failuresAtEnd = 0

  /// More packets than any decoder holds.
  static let mostHeld = 256

  init(times: [Int64], isKey: [Bool], hasTimes: Bool = true, firstPicture: Int = 0) {
    self.times = times
    self.isKey = isKey
    self.hasTimes = hasTimes
    self.firstPicture = firstPicture
  }

  init(_ survey: VideoSurvey, _ invented: InventedPictures) {
    self.init(
      times: survey.times, isKey: survey.isKey, hasTimes: survey.hasTimes,
      firstPicture: invented.count(survey))
  }

  /// The frame of the picture at hand when that is a later one than the next: where no other came before,
  /// the first that can be decoded.
  var following: Int? { atHand.flatMap { $0 > next ? $0 : nil } }

  /// Whether the picture at hand belongs to a frame before this one.
  func hasPassed(atHandBefore index: Int) -> Bool { atHand.map { $0 < index } ?? false }

  /// Whether all frames have been handed out.
  var isAtEnd: Bool { next >= times.count }

  /// What has to be done next for the frame ``next``.
  var step: Step {
    if isDoubtful { return .startOver }
    if atHand == next { return .show }
    // A picture that is too late shows that the file has none for the frame; or, behind a place that
    // was sought, only that decoding has to begin earlier.
    if atHand != nil || isDrained { return isFromStart ? .holdLast : .startOver }
    return needsPacket ? .send : .receive
  }

  // MARK: What has happened

  /// The decoder has given a picture that shows at this time.
  ///
  /// - Returns: whether it belongs to a frame before the next one.
  @discardableResult
  mutating func received(at time: Int64?, isDamaged: Bool = false) -> Bool {
    guard let frame = frame(at: time) else { return false }
    failuresAtEnd = 0
    if frame < firstPicture {
      if !hasTimes { decoded = frame + 1 }
      return false
    }
    if let sought {
      if frame < sought { return false }
      self.sought = nil
      isDoubtful = frame > sought
    }
    if isDamaged, !isFromStart { isDoubtful = true }
    if frame >= next {
      atHand = frame
      return false
    }
    decoded = frame + 1
    return true
  }

  /// The decoder has asked for a packet.
  mutating func askedForPacket() {
    if hasSentEnd { isDrained = true } else { needsPacket = true }
  }

  /// The decoder has given all that it was sent.
  mutating func drained() { isDrained = true }

  /// The decoder has failed instead of giving a picture. At the end there is one failure for each
  /// damaged packet that it holds.
  mutating func failedToReceive() {
    guard hasSentEnd else {
      needsPacket = true
      return
    }
    failuresAtEnd += 1
    if failuresAtEnd > Self.mostHeld { isDrained = true }
  }

  /// The decoder was sent a packet, or the end, whatever it said to that.
  mutating func sent(isEnd: Bool) {
    needsPacket = false
    if isEnd { hasSentEnd = true }
  }

  /// Reading begins again at the first packet, with a new decoder.
  mutating func startedOver() {
    forget()
    sought = nil
    isFromStart = true
    if !hasTimes { decoded = 0 }
  }

  /// The frame ``next`` was handed out.
  mutating func advance() {
    if atHand == next { atHand = nil }
    isDrained = false
    failuresAtEnd = 0
    next += 1
    decoded = next
  }

  // MARK: Seeking

  /// Makes a frame the next one; the number of frames stands for the end.
  ///
  /// - Returns: where reading has to go on. Unless that is here, the decoder has to be emptied, and
  ///   ``startedOver()`` be called after going to the start, whether or not that was asked for.
  mutating func seek(to index: Int) -> Place {
    next = index
    guard index < times.count else { return .here }
    if let decoded, decoded <= index, !isKey[min(decoded + 1, index)...index].contains(true) {
      if let frame = atHand, frame < index { atHand = nil }
      return .here
    }
    forget()
    decoded = nil
    let start = restartPoint(for: index)
    if start == 0 { return .start }
    sought = start
    isFromStart = false
    return .keyFrame(times[start])
  }

  /// The key frame at which decoding has to begin for a frame; without times there is no place to
  /// go to but the start.
  func restartPoint(for index: Int) -> Int {
    guard hasTimes, index < isKey.count else { return 0 }
    return isKey[...index].lastIndex(of: true) ?? 0
  }

  /// Forgets what the decoder holds and has said.
  private mutating func forget() {
    atHand = nil
    latest = nil
    isDoubtful = false
    needsPacket = false
    hasSentEnd = false
    isDrained = false
    failuresAtEnd = 0
  }

  /// The frame that shows at a time; without times, the one that is expected.
  private mutating func frame(at time: Int64?) -> Int? {
    guard hasTimes else { return decoded ?? next }
    guard let time else { return nil }
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    guard low < times.count, times[low] == time else { return nil }
    // Pictures of one time come in the order of their frames.
    if let latest, latest >= low, latest + 1 < times.count, times[latest + 1] == time {
      low = latest + 1
    }
    latest = low
    return low
  }
}
