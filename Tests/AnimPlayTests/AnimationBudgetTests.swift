import AnimTiming
import FrameTestSupport
import Synchronization
import TestSupport
import Testing

@testable import AnimPlay
@testable import Raster
@testable import Reading

@Suite struct AnimationBudgetTests {
  private static let mebibyte = PixelSize(width: 512, height: 512)

  /// FLAnimatedImage's windows: all frames up to 10 MiB, 5 up to 75 MiB, otherwise 2, one more than
  /// in FLAnimatedImage; the poster does not count.
  @Test(arguments: [(10, 10), (11, 5), (75, 5), (76, 2)])
  func theWindowGoesByTheSize(frames: Int, window: Int) async throws {
    let budget = FrameBudget()
    let animation = try await AnimatedImage(
      .numbered(frames, size: Self.mebibyte), budget: budget)
    for index in 0..<frames { _ = try await animation.frame(at: index) }
    for index in 0..<min(frames, 12) {
      let frame = try await animation.frame(at: index)
      #expect(frame.pixels.withBytes { $0[0] } == UInt8(index))
    }
    let poster = window == frames ? 0 : 1
    #expect(budget.peakBytes >> 20 == window + poster)
    try await settle { budget.usedBytes >> 20 == window + poster }
  }

  /// A player that never waits has every frame in time after the first.
  @Test func theNextFrameOfALargeAnimationIsReady() async throws {
    let animation = try await AnimatedImage(.numbered(100, size: Self.mebibyte))
    _ = try await animation.frame(at: 0)
    for index in 1..<60 {
      var found: Int?
      for _ in 0..<2000 where found != index {
        // The next frame is decoded while this one is shown, not when it is requested.
        try await Task.sleep(for: .milliseconds(1))
        found = animation.budget.keeps(index) ? index : nil
      }
      #expect(animation.frameIfReady(at: index)?.index == index)
    }
  }

  /// Waits until a worker has reached a state, at most a minute.
  private func settle(_ isSettled: () -> Bool) async throws {
    for _ in 0..<12_000 where !isSettled() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(isSettled())
  }

  /// A clock that a test moves.
  private final class ManualClock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func advance(_ duration: Duration) { time.withLock { $0 += duration } }
  }

  @Test func warningsShrinkTheWindowStepByStepAndNoRequestFails() async throws {
    let clock = ManualClock()
    let budget = FrameBudget(limit: nil) { clock.now }
    let animation = try await AnimatedImage(.numbered(20), budget: budget)
    let frame = 64
    func play(_ from: Int) async throws {
      for index in from..<from + 3 {
        #expect(try await animation.frame(at: index % 20).pixels.number == index % 20)
      }
    }
    /// The frames kept after decoding ahead, without the poster.
    func expectWindow(_ frames: Int) async throws {
      try await play(5)
      let poster = frames == 20 ? 0 : 1
      try await settle { budget.usedBytes == (frames + poster) * frame }
      #expect(animation.frameIfReady(at: 7)?.index == 7)
    }
    _ = try await animation.frame(at: 0)
    try await expectWindow(20)
    for warning in 1...3 {
      animation.trim(.warning)
      #expect(budget.usedBytes == 2 * frame, "at once, after warning \(warning)")
      try await expectWindow(1)
      clock.advance(.milliseconds(1999))
      try await expectWindow(1)
      clock.advance(.milliseconds(1))
      try await expectWindow(2)
      clock.advance(.milliseconds(2999))
      try await expectWindow(2)
      clock.advance(.milliseconds(1))
      try await expectWindow(20)
    }
    budget.trim(.warning)
    #expect(budget.usedBytes == 2 * frame)
    for _ in 0..<3 {
      clock.advance(.seconds(3600))
      try await expectWindow(1)
    }
  }

  /// The clock is stopped, so that the window does not grow again while a busy machine frees
  /// memory.
  @Test func aWarningLetsGoOfCanvasesToo() async throws {
    let clock = ManualClock()
    let budget = FrameBudget(limit: 64 * 16 * 16 * 4) { clock.now }
    let animation = try await AnimatedImage(.bytes(Self.longGIF(400), name: "x"), budget: budget)
    for index in stride(from: 399, through: 0, by: -5) { _ = try await animation.frame(at: index) }
    #expect(budget.usedBytes > 16 * 1024)
    budget.trim(.warning)
    try await settle { budget.usedBytes <= 1024 }
    #expect(try await animation.frame(at: 200).index == 200)
  }

  /// A full frame, then one small patch per frame: only frame 0 is a restart point.
  private static func longGIF(_ count: Int, side: Int = 16) -> [UInt8] {
    var gif = GIFBuilder(side, side)
    gif.loop(0)
    gif.frame(.init(w: side, h: side, fill: 1, delay: 4))
    for index in 1..<count {
      gif.frame(
        .init(x: index % 14, y: index / 14 % 14, w: 2, h: 2, fill: UInt8(index % 4), delay: 4))
    }
    gif.end()
    return gif.bytes
  }

  /// Gives a test access to a source while its worker is idle.
  private final class CountedSource: @unchecked Sendable {
    var source: ComposedSource?
  }

  @Test func walkingBackwardInStridesDecodesLittleAndKeepsTheBudget() async throws {
    let count = 3000
    let bytes = Self.longGIF(count)
    let reference = ComposedSource(try GIFPainter(ByteSource(bytes: bytes)))
    var expected: [Int] = []
    while let frame = try reference.next() { expected.append(frame.pixels.contentHash) }
    let counted = CountedSource()
    let input = CustomInput(trusted: "long") { _ in
      let composed = ComposedSource(try GIFPainter(ByteSource(bytes: bytes)))
      counted.source = composed
      return composed
    }
    let frameBytes = 16 * 16 * 4
    let budget = FrameBudget(bytes: 80 * frameBytes)
    let animation = try await AnimatedImage(.custom(input), budget: budget)
    #expect(animation.restartPoint(for: count - 1) == 0)
    var accesses = 0
    for index in stride(from: count - 1, through: 0, by: -7) {
      accesses += 1
      #expect(try await animation.frame(at: index).pixels.contentHash == expected[index])
    }
    #expect(budget.peakBytes <= 80 * frameBytes)
    // Decoding has ended: the worker stops when requests follow no order. 40 canvases divide 3000
    // frames into distances of about 75.
    #expect(counted.source?.keptCanvasBytes == 40 * frameBytes)
    #expect((counted.source?.drawnFrames ?? .max) <= count + accesses * 80)
  }

  /// A decoder that cannot continue from a canvas decodes again from its only key frame once per
  /// window, not once per step.
  @Test(arguments: [1, 3]) func goingBackThroughADecoderSeeksOnceForAWindow(step: Int) async throws
  {
    let count = 200
    let window = 16
    let seeks = Mutex<[Int]>([])
    let input = AnimationInput.numbered(
      count, sought: { index in seeks.withLock { $0.append(index) } })
    let budget = FrameBudget(bytes: window * 64)
    let animation = try await AnimatedImage(input, budget: budget)
    for index in 0..<count { _ = try await animation.frame(at: index) }
    seeks.withLock { $0 = [] }
    for index in stride(from: count - 1, through: 0, by: -step) {
      #expect(try await animation.frame(at: index).pixels.number == index)
    }
    #expect(seeks.withLock { $0.count } <= count / (window - step) + 2)
    #expect(budget.peakBytes <= window * 64)
    // When playing forward again, frames from the way back do not take up memory.
    seeks.withLock { $0 = [] }
    for index in 0..<count {
      #expect(try await animation.frame(at: index).pixels.number == index)
    }
    #expect(seeks.withLock { $0.count } <= 2)
  }

  @Test func goingBackThroughAVideoShowsWhatPlayingShowed() async throws {
    try await TemporaryFolder.with { folder in
      let video = try MadeVideo.make(
        "one-key.mp4", in: folder, count: 25,
        ["-c:v", "libx264", "-g", "999", "-bf", "3", "-x264-params", "scenecut=0"])
      let budget = FrameBudget(bytes: 6 * 64 * 48 * 4)
      let animation = try await AnimatedImage(.path(video), budget: budget)
      #expect(animation.restartPoint(for: 24) == 0)
      var played: [Int] = []
      for index in 0..<25 {
        played.append(try await animation.frame(at: index).pixels.contentHash)
      }
      #expect(Set(played).count == 25)
      for index in (0..<25).reversed() {
        #expect(try await animation.frame(at: index).pixels.contentHash == played[index])
      }
      #expect(budget.peakBytes <= 6 * 64 * 48 * 4)
    }
  }

  /// The first animation uses the whole limit, and then gives up everything except its share.
  @Test func canvasesTakeWhatAnotherAnimationHasBeyondItsShare() async throws {
    let budget = FrameBudget(bytes: 80 << 10)
    let first = try await AnimatedImage(.bytes(Self.longGIF(400), name: "x"), budget: budget)
    for index in 0..<200 { _ = try await first.frame(at: index) }
    try await settle { budget.usedBytes == 80 << 10 }
    nonisolated(unsafe) let composed = ComposedSource(
      try GIFPainter(ByteSource(bytes: Self.longGIF(400))))
    let second = try await AnimatedImage(
      .custom(CustomInput(trusted: "y") { _ in composed }), budget: budget)
    _ = try await second.frame(at: 399)
    _ = try await second.frame(at: 390)
    #expect((15...20).contains(composed.keptCanvasBytes >> 10))
    #expect(composed.drawnFrames <= 450)
    #expect(budget.peakBytes <= 80 << 10)
    withExtendedLifetime(first) {}
  }

  /// E5: restarting a loop counts as playing, even for a player that skips late frames.
  @Test(arguments: [1, 3]) func aLoopKeepsTheWindowAndThePosterOnly(step: Int) async throws {
    let budget = FrameBudget()
    let animation = try await AnimatedImage(
      .bytes(Self.longGIF(20, side: 512), name: "x"), budget: budget)
    for index in stride(from: 0, to: 70, by: step) {
      _ = try await animation.frame(at: index % 20)
    }
    #expect(budget.peakBytes >> 20 == 6)
    _ = try await animation.frame(at: 10)
    // Played frames are dropped only when later ones are decoded; until then frame 5 may be kept.
    try await settle { budget.keeps(14) }
    _ = try await animation.frame(at: 5)
    try await settle { budget.usedBytes >> 20 > 6 }
  }

  /// The frames at the start are still in memory when a loop restarts. The first missing frame is
  /// therefore further from the restart point than a player skips.
  @Test func aLoopThatFindsItsStartKeepsTheWindowAndThePosterOnly() async throws {
    let budget = FrameBudget()
    let animation = try await AnimatedImage(
      .bytes(Self.longGIF(20, side: 512), name: "x"), budget: budget)
    var held: [AnimatedImage.Frame] = []
    for index in 0..<30 {
      let frame = try await animation.frame(at: index % 20)
      if (1...4).contains(index) { held.append(frame) }
    }
    #expect(budget.peakBytes >> 20 == 6)
    #expect(held.count == 4)
  }

  @Test func canvasesMakeRoomForAnAnimationThatComesLater() async throws {
    let budget = FrameBudget(bytes: 80 << 10)
    let first = try await AnimatedImage(.bytes(Self.longGIF(400), name: "x"), budget: budget)
    for index in stride(from: 399, through: 0, by: -5) { _ = try await first.frame(at: index) }
    #expect(budget.usedBytes >= 40 << 10)
    // One frame of 70 KiB.
    let size = PixelSize(width: 128, height: 140)
    let second = try await AnimatedImage(.numbered(20, size: size), budget: budget)
    for index in 0..<20 {
      #expect(try await second.frame(at: index).pixels.number == index)
      #expect(try await first.frame(at: index * 7).index == index * 7)
    }
    #expect(budget.peakBytes <= 80 << 10)
  }

  @Test func animationsThatShareABudgetStayWithinItTogether() async throws {
    let frame = 64
    let budget = FrameBudget(bytes: 30 * frame)
    let animations = try await withThrowingTaskGroup(of: AnimatedImage.self) { group in
      for count in [3, 40, 40, 5, 100] {
        group.addTask { try await AnimatedImage(.numbered(count), budget: budget) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (seed, animation) in animations.enumerated() {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(seed))
          for _ in 0..<300 {
            let index = Int.random(in: 0..<animation.count, using: &random)
            let number = try await animation.frame(at: index).pixels.number
            #expect(number == index)
          }
        }
      }
      try await group.waitForAll()
    }
    // Each task may hold the frame that it compares, which is less than the free part of the limit.
    #expect(budget.peakBytes <= 30 * frame)
    #expect(budget.usedBytes <= 30 * frame)
  }

  @Test func aHundredAnimationsPlayAtOnce() async throws {
    let limit = 100 << 10
    let budget = FrameBudget(bytes: limit)
    var random = SeededGenerator(seed: 12)
    var animations: [AnimatedImage] = []
    for _ in 0..<100 {
      let size = PixelSize(width: Int.random(in: 1...12, using: &random), height: 12)
      animations.append(
        try await AnimatedImage(
          .numbered(Int.random(in: 2...90, using: &random), size: size), budget: budget))
    }
    let all = animations.reduce(0) { $0 + $1.count * $1.size.area * 4 }
    #expect(all > 10 * limit)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for animation in animations {
        group.addTask {
          var wrong = 0
          for step in 0..<60 {
            let frame = try await animation.frame(at: step % animation.count)
            if frame.pixels.number != step % animation.count { wrong += 1 }
          }
          return wrong
        }
      }
      for try await wrong in group { #expect(wrong == 0) }
    }
    #expect(budget.peakBytes <= limit)
  }

  @Test func moreAnimationsThanFramesFitGetAllTheirFramesYet() async throws {
    let budget = FrameBudget(bytes: 3 * 64)
    var animations: [AnimatedImage] = []
    for count in 1...12 {
      animations.append(try await AnimatedImage(.numbered(count), budget: budget))
    }
    for round in 0..<5 {
      for animation in animations {
        let index = round % animation.count
        #expect(try await animation.frame(at: index).pixels.number == index)
        #expect(budget.usedBytes <= 3 * 64)
      }
    }
    #expect(budget.peakBytes <= 3 * 64)
    // Requests that do not wait also reach the frame.
    try await settle { animations[11].frameIfReady(at: 9)?.index == 9 }
    animations = []
    _ = animations
    try await settle { budget.usedBytes <= 64 }
  }

  @Test func whatIsHeldCountsAndIsNotTakenAway() async throws {
    let budget = FrameBudget(bytes: 4 * 64)
    let animation = try await AnimatedImage(.numbered(50), budget: budget)
    var held: [AnimatedImage.Frame] = []
    for index in 0..<10 { held.append(try await animation.frame(at: index)) }
    #expect(budget.usedBytes == 10 * 64)
    #expect(held.map(\.pixels.number) == Array(0..<10))
    held = []
    _ = try await animation.frame(at: 20)
    try await settle { budget.usedBytes <= 4 * 64 }
  }

  @Test func anAnimationThatGoesLeavesTheBudgetToTheOthers() async throws {
    let budget = FrameBudget(bytes: 20 * 64)
    let staying = try await AnimatedImage(.numbered(20), budget: budget)
    do {
      let leaving = try await AnimatedImage(.numbered(20), budget: budget)
      for index in 0..<20 {
        _ = try await leaving.frame(at: index)
        _ = try await staying.frame(at: index)
      }
      #expect(budget.usedBytes <= 20 * 64)
      withExtendedLifetime(leaving) {}
    }
    for index in 0..<20 { _ = try await staying.frame(at: index) }
    try await settle { budget.usedBytes == 20 * 64 }
  }
}
