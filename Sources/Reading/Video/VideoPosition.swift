/// The state of reading a video: which frame comes next, which step leads to its picture, and which
/// frame a decoded picture belongs to.
///
/// It reads and decodes nothing itself. The caller runs ``step`` and reports the result,
/// repeatedly, until the step is a frame; then it calls ``advance()``.
struct VideoPosition {
  /// The next step.
  enum Step: Hashable, Sendable {
    /// Take a picture from the decoder.
    case receive
    /// Send the decoder the next packet, or the end if there is none.
    case send
    /// Go back to the first packet, because pictures decoded from the middle of the file cannot be
    /// trusted.
    case startOver
    /// Show the current picture: it belongs to the frame.
    case show
    /// Show the previous picture again: the frame has none.
    case holdLast
  }

  /// Where reading continues for a requested frame.
  enum Place: Hashable, Sendable {
    /// Here: the frame follows without a key frame in between.
    case here
    /// At the first packet.
    case start
    /// At the last key frame at or before this time.
    case keyFrame(Int64)
  }

  /// The times of the frames in ticks, ascending or equal; without ``hasTimes``, only their number
  /// counts.
  let times: [Int64]
  /// Which frames can be decoded without others.
  let isKey: [Bool]
  /// Whether a picture's time identifies its frame; otherwise pictures arrive in order.
  let hasTimes: Bool
  /// The first frame with a trusted picture. Decoders invent pictures for frames before the first
  /// key frame, unless they skip them.
  let firstPicture: Int

  /// The next frame; at the end, the number of frames.
  private(set) var next = 0
  /// The frame whose picture the decoder is expected to return next; nil after seeking.
  private var decoded: Int?
  /// The frame of the current picture: the next one, or a later one.
  private var atHand: Int?
  /// The requested key frame while it has not been decoded. Until then, pictures of earlier frames
  /// may refer to missing ones, and a picture of a later frame shows that the position is wrong.
  private var sought: Int?
  /// Whether decoding began at the first packet, so that its pictures are those in the file.
  private var isFromStart = true
  /// Whether a picture since the requested position cannot be trusted.
  private var isDoubtful = false
  /// The frame of the last picture.
  private var latest: Int?
  private var needsPacket = false
  private var hasSentEnd = false
  /// Whether the decoder has returned all pictures.
  private var isDrained = false
  private var failuresAtEnd = 0

  /// More packets than any decoder buffers.
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

  /// The position of a new reader of the same video.
  var unmoved: VideoPosition {
    VideoPosition(times: times, isKey: isKey, hasTimes: hasTimes, firstPicture: firstPicture)
  }

  /// The frame of the current picture if it is later than the next one. If no earlier picture
  /// arrived, it belongs to the first frame that can be decoded.
  var following: Int? { atHand.flatMap { $0 > next ? $0 : nil } }

  /// Whether the current picture belongs to an earlier frame.
  func hasPassed(atHandBefore index: Int) -> Bool { atHand.map { $0 < index } ?? false }

  /// Whether all frames have been returned.
  var isAtEnd: Bool { next >= times.count }

  /// The next step for the frame ``next``.
  var step: Step {
    if isDoubtful { return .startOver }
    if atHand == next { return .show }
    // A later picture means that the file has none for the frame. After seeking, it may mean only
    // that decoding must begin earlier.
    if atHand != nil || isDrained { return isFromStart ? .holdLast : .startOver }
    return needsPacket ? .send : .receive
  }

  // MARK: Events

  /// The decoder has returned a picture with this time.
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

  /// The decoder has returned everything for the packets it was sent.
  mutating func drained() { isDrained = true }

  /// The decoder has failed instead of returning a picture. At the end, it fails once for each
  /// damaged packet in its buffer.
  mutating func failedToReceive() {
    guard hasSentEnd else {
      needsPacket = true
      return
    }
    failuresAtEnd += 1
    if failuresAtEnd > Self.mostHeld { isDrained = true }
  }

  /// The decoder was sent a packet or the end, whatever the result.
  mutating func sent(isEnd: Bool) {
    needsPacket = false
    if isEnd { hasSentEnd = true }
  }

  /// Reading starts again at the first packet, with a new decoder.
  mutating func startedOver() {
    forget()
    sought = nil
    isFromStart = true
    if !hasTimes { decoded = 0 }
  }

  /// The frame ``next`` was returned.
  mutating func advance() {
    if atHand == next { atHand = nil }
    isDrained = false
    failuresAtEnd = 0
    next += 1
    decoded = next
  }

  // MARK: Packets that need not be decoded

  /// Whether the packet with this time is decoded only on the way to the next frame.
  func passes(packetAt time: Int64?) -> Bool {
    guard hasTimes, let time, next < times.count else { return false }
    return time < times[next]
  }

  /// Whether the packet with this time belongs to the next frame and to no other.
  func isNext(packetAt time: Int64?) -> Bool {
    guard hasTimes, let time, next < times.count, times[next] == time else { return false }
    return (next == 0 || times[next - 1] != time)
      && (next + 1 == times.count || times[next + 1] != time)
  }

  /// Whether nothing after the next frame is needed, because decoding then continues elsewhere.
  ///
  /// - Parameter following: the frame after the next one; the number of frames if there is none.
  func leaves(for following: Int) -> Bool {
    if following <= next { return true }
    if following == times.count { return next + 1 < times.count }
    return following > next + 1 && isKey[(next + 2)...following].contains(true)
  }

  // MARK: Seeking

  /// Forgets everything that was decoded. Reading continues at the required position for the next
  /// frame; see ``seek(to:)``.
  mutating func seekAgain() -> Place {
    atHand = nil
    decoded = nil
    return seek(to: next)
  }

  /// Makes a frame the next one; the number of frames means the end.
  ///
  /// - Returns: where reading continues. Unless reading continues here, the caller must flush the
  ///   decoder. After going to the start, for any reason, it must call ``startedOver()``.
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

  /// The key frame at which decoding must begin for a frame. Without times, the start is the only
  /// possible position.
  func restartPoint(for index: Int) -> Int {
    guard hasTimes, index < isKey.count else { return 0 }
    return isKey[...index].lastIndex(of: true) ?? 0
  }

  /// Forgets the decoder's buffer and results.
  private mutating func forget() {
    atHand = nil
    latest = nil
    isDoubtful = false
    needsPacket = false
    hasSentEnd = false
    isDrained = false
    failuresAtEnd = 0
  }

  /// The frame at a time; without times, the expected one.
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
    // Pictures with equal times arrive in the order of their frames.
    if let latest, latest >= low, latest + 1 < times.count, times[latest + 1] == time {
      low = latest + 1
    }
    latest = low
    return low
  }
}
