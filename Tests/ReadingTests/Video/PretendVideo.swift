@testable import Reading

/// A simulated video for the reader: packets in order; each gives a picture or none.
/// Frame `i` shows at `10 * i`.
struct PretendVideo {
  var count: Int
  var keys: Set<Int>
  /// Frames whose packets cannot be decoded.
  var lost: Set<Int> = []
  /// The number of packets that the decoder needs before its first picture.
  var delay = 0
  /// The number of frames after the key frame where seeking ends.
  var lateness = 0
  /// Pictures with these times are returned before all others.
  var strayTimes: [Int64] = []
  var hasTimes = true

  init(count: Int, keys: Set<Int>) {
    self.count = count
    self.keys = keys
  }
}

/// Runs the steps of a ``VideoPosition`` on a ``PretendVideo``.
struct PretendPlayer {
  /// The result for a frame.
  enum Seen: Hashable { case shown(Int), held(Int) }

  private(set) var position: VideoPosition
  /// The number of times that reading restarted at the first packet because the sought position was
  /// too late.
  private(set) var opened = 0

  private let video: PretendVideo
  /// The next packet's frame.
  private var packet = 0
  /// The decoder's buffer: a frame, or nil where decoding fails.
  private var held: [Int?] = []
  private var strays: [Int64]
  private var hasEnd = false
  /// The frame of the decoder's last picture.
  private var picture: Int?

  init(_ video: PretendVideo) {
    self.video = video
    position = VideoPosition(
      times: (0..<video.count).map { Int64($0) * 10 },
      isKey: (0..<video.count).map(video.keys.contains), hasTimes: video.hasTimes)
    strays = video.strayTimes
  }

  /// Seeks a frame as the reader of files does.
  mutating func seek(to index: Int) -> VideoPosition.Place {
    let place = position.seek(to: index)
    switch place {
    case .here: break
    case .start: startOver()
    case .keyFrame(let time):
      empty()
      packet = min(Int(time) / 10 + video.lateness, video.count)
    }
    return place
  }

  /// The result for the next frame; nil at the end.
  mutating func next() -> Seen? {
    if position.isAtEnd { return nil }
    let index = position.next
    // Several times the steps of a whole video.
    for _ in 0..<10 * (video.count + 10) {
      switch position.step {
      case .receive: receive()
      case .send:
        if packet < video.count {
          held.append(video.lost.contains(packet) ? nil : packet)
          packet += 1
          position.sent(isEnd: false)
        } else {
          hasEnd = true
          position.sent(isEnd: true)
        }
      case .startOver:
        opened += 1
        startOver()
      case .show:
        position.advance()
        return .shown(picture ?? -1)
      case .holdLast:
        position.advance()
        return .held(index)
      }
    }
    return nil
  }

  /// The results for all frames from here on.
  mutating func rest() -> [Seen] {
    var all: [Seen] = []
    while let seen = next() { all.append(seen) }
    return all
  }

  private mutating func receive() {
    if !strays.isEmpty {
      picture = nil
      position.received(at: strays.removeFirst())
    } else if held.count > (hasEnd ? 0 : video.delay) {
      guard let frame = held.removeFirst() else { return position.failedToReceive() }
      picture = frame
      position.received(at: video.hasTimes ? Int64(frame) * 10 : nil)
    } else if hasEnd {
      position.drained()
    } else {
      position.askedForPacket()
    }
  }

  private mutating func startOver() {
    empty()
    packet = 0
    position.startedOver()
  }

  private mutating func empty() {
    held = []
    hasEnd = false
  }
}
