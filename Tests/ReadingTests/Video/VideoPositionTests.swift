import Testing

@testable import Reading

/// The next frame of a video and the search for its picture, without any video.
@Suite struct VideoPositionTests {
  typealias Step = VideoPosition.Step
  typealias Place = VideoPosition.Place

  /// Ten frames with key frames at 0, 4 and 8.
  static let video = PretendVideo(count: 10, keys: [0, 4, 8])

  @Test func everyFrameIsShownOnceAndThenTheEndComes() {
    var player = PretendPlayer(Self.video)
    #expect(player.rest() == (0..<10).map { .shown($0) })
    #expect(player.position.isAtEnd)
    #expect(player.position.next == 10)
    #expect(player.opened == 0)
  }

  @Test(arguments: [0, 1, 3, 7])
  func theDecoderMayHoldPicturesBack(delay: Int) {
    var video = Self.video
    video.delay = delay
    var player = PretendPlayer(video)
    #expect(player.rest() == (0..<10).map { .shown($0) })
  }

  @Test func aFrameWithoutAPictureHoldsTheOneBeforeAndTheNextIsNotLost() {
    var video = Self.video
    video.lost = [0, 5, 6, 9]
    var player = PretendPlayer(video)
    #expect(
      player.rest() == [
        .held(0), .shown(1), .shown(2), .shown(3), .shown(4), .held(5), .held(6), .shown(7),
        .shown(8), .held(9),
      ])
    #expect(player.opened == 0)
  }

  /// Such pictures come from packets that the file does not count as frames.
  @Test func picturesOfNoFrameAreLeftOut() {
    var video = Self.video
    video.strayTimes = [Int64.min, 5, 45, 1_000]
    var player = PretendPlayer(video)
    #expect(player.rest() == (0..<10).map { .shown($0) })
  }

  @Test func picturesOfOneTimeAreFramesInTheirOrder() {
    var position = VideoPosition(
      times: [0, 10, 10, 10, 20], isKey: [true, true, true, true, true])
    for (index, time) in [0, 10, 10, 10, 20].enumerated() {
      position.received(at: Int64(time))
      #expect(position.step == .show, "frame \(index)")
      position.advance()
    }
    // After seeking, they start with the first again.
    #expect(position.seek(to: 2) == .keyFrame(10))
    position.received(at: 10)
    #expect(position.step == .receive)
    position.received(at: 10)
    #expect(position.step == .show)
  }

  @Test func `one failure for each packet at the end is survived and endless ones are cut`() {
    var position = VideoPosition(times: [0, 10], isKey: [true, false])
    position.sent(isEnd: true)
    for _ in 0..<VideoPosition.mostHeld {
      position.failedToReceive()
      #expect(position.step == .receive)
    }
    position.failedToReceive()
    #expect(position.step == .holdLast)
    // The next frame has the same number of attempts.
    position.advance()
    #expect(position.step == .receive)
  }

  @Test func aFailureBeforeTheEndAsksForTheNextPacket() {
    var position = VideoPosition(times: [0, 10], isKey: [true, false])
    #expect(position.step == .receive)
    position.failedToReceive()
    #expect(position.step == .send)
    position.sent(isEnd: false)
    #expect(position.step == .receive)
    position.askedForPacket()
    #expect(position.step == .send)
    position.sent(isEnd: true)
    #expect(position.step == .receive)
    position.askedForPacket()
    #expect(position.step == .holdLast)
  }

  // MARK: Seeking

  /// From the frames just read to the position where decoding continues.
  static let seeks: [(read: Int, to: Int, place: Place)] = [
    (0, 0, .start), (0, 3, .start), (0, 4, .keyFrame(40)), (0, 9, .keyFrame(80)),
    (1, 1, .here), (1, 3, .here), (1, 4, .keyFrame(40)), (3, 7, .keyFrame(40)),
    (5, 5, .here), (5, 7, .here), (5, 4, .keyFrame(40)), (5, 3, .start), (5, 8, .keyFrame(80)),
    (10, 9, .keyFrame(80)), (10, 0, .start), (4, 10, .here), (10, 10, .here),
  ]

  @Test(arguments: seeks)
  func seekingGoesOnUnlessAKeyFrameLiesBetween(read: Int, to index: Int, place: Place) {
    var player = PretendPlayer(Self.video)
    for _ in 0..<read { _ = player.next() }
    #expect(player.seek(to: index) == place)
    #expect(player.position.next == index)
    #expect(player.rest() == (index..<10).map { .shown($0) })
  }

  @Test func everyFrameIsFoundFromEveryOther() {
    for delay in [0, 2] {
      var video = Self.video
      video.delay = delay
      for first in 0...10 {
        for second in 0...10 {
          var player = PretendPlayer(video)
          _ = player.seek(to: first)
          _ = player.next()
          _ = player.seek(to: second)
          #expect(player.next() == (second < 10 ? .shown(second) : nil), "\(first), \(second)")
        }
      }
    }
  }

  /// Containers without an index find places only roughly.
  @Test func aPlaceThatIsTooLateIsLeftForTheStart() {
    var video = Self.video
    video.lateness = 2
    var player = PretendPlayer(video)
    _ = player.seek(to: 5)
    #expect(player.next() == .shown(5))
    #expect(player.opened == 1)
    #expect(player.next() == .shown(6))
    #expect(player.opened == 1)
  }

  /// The end is found where the frame should be.
  @Test func aPlaceBehindTheLastPictureIsLeftForTheStart() {
    var video = Self.video
    video.lateness = 5
    var player = PretendPlayer(video)
    _ = player.seek(to: 9)
    #expect(player.next() == .shown(9))
    #expect(player.opened == 1)
  }

  /// One attempt is enough: a picture that is missing when decoding from the start does not exist.
  @Test func aLostFrameIsSoughtFromTheStartAtMostOnce() {
    var video = Self.video
    video.lost = [4]
    var player = PretendPlayer(video)
    _ = player.seek(to: 4)
    #expect(player.next() == .held(4))
    #expect(player.opened == 1)
    #expect(player.next() == .shown(5))
    #expect(player.opened == 1)
  }

  @Test func aFrameThatIsLostBehindAKeyFrameIsSoughtFromTheStart() {
    var video = Self.video
    video.lost = [6]
    var player = PretendPlayer(video)
    _ = player.seek(to: 6)
    #expect(player.next() == .held(6))
    #expect(player.opened == 1)
  }

  /// The position is after the key frame and before the wanted frame.
  @Test func aPlaceBehindTheKeyFrameIsLeftForTheStart() {
    var video = Self.video
    video.lateness = 2
    var player = PretendPlayer(video)
    _ = player.seek(to: 7)
    #expect(player.next() == .shown(7))
    #expect(player.opened == 1)
    #expect(player.rest() == [.shown(8), .shown(9)])
  }

  @Test func aDamagedPictureBehindAKeyFrameIsNotBelieved() {
    var position = VideoPosition(times: [0, 10, 20, 30], isKey: [true, false, true, false])
    #expect(position.seek(to: 3) == .keyFrame(20))
    // It refers to pictures that were not decoded.
    position.received(at: 10, isDamaged: true)
    #expect(position.step == .receive)
    position.received(at: 20, isDamaged: true)
    #expect(position.step == .startOver)
    position.startedOver()
    position.received(at: 20, isDamaged: true)
    position.received(at: 30)
    #expect(position.step == .show)
  }

  /// The current picture belongs to frame 7, which is skipped.
  @Test func seekingOnDropsAPictureThatIsBehind() {
    var video = PretendVideo(count: 10, keys: [0])
    video.lost = [5, 6]
    var player = PretendPlayer(video)
    _ = player.seek(to: 5)
    #expect(player.next() == .held(5))
    #expect(player.seek(to: 8) == .here)
    #expect(player.next() == .shown(8))
  }

  @Test func restartPointsAreKeyFrames() {
    let position = PretendPlayer(Self.video).position
    #expect((0...10).map { position.restartPoint(for: $0) } == [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 0])
    let blind = VideoPosition(times: [0, 1], isKey: [false, false])
    #expect(blind.restartPoint(for: 1) == 0)
  }

  // MARK: Without times

  @Test func picturesWithoutTimesComeInOrder() {
    var video = Self.video
    video.hasTimes = false
    var player = PretendPlayer(video)
    _ = player.seek(to: 0)
    #expect(player.rest() == (0..<10).map { .shown($0) })
  }

  @Test func withoutTimesFramesAreFoundByCounting() {
    var video = Self.video
    video.hasTimes = false
    for first in 0..<10 {
      for second in 0..<10 {
        var player = PretendPlayer(video)
        _ = player.seek(to: first)
        #expect(player.next() == .shown(first))
        _ = player.seek(to: second)
        #expect(player.next() == .shown(second), "\(first), \(second)")
      }
    }
  }

  @Test func withoutTimesTheOnlyPlaceToGoToIsTheStart() {
    let position = VideoPosition(times: [0, 1, 2], isKey: [true, true, true], hasTimes: false)
    for index in 0..<3 {
      var sought = position
      #expect(sought.seek(to: index) == .start)
      #expect(position.restartPoint(for: index) == 0)
    }
  }
}
