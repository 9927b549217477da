import AnimTiming
import FrameTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AnimPlay
@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct AnimatedImageTests {
  static let orbit = AnimationInput.path(SourceTree.root.appending("Tests/Fixtures/orbit.gif"))

  @Test func theSurveyTellsEverythingBeforeAPixelIsDecoded() async throws {
    let animation = try await AnimatedImage(Self.orbit)
    let source = try await Self.orbit.open()
    #expect(animation.count == 24)
    #expect(animation.size == source.info.size)
    #expect(animation.plays == source.info.plays)
    #expect(animation.timeline.totalTime == RationalTime(19, 10))
    #expect(try await animation.hasAlpha == source.detectAlpha())
    #expect(animation.budget.usedBytes == 0)
    #expect(animation.warnings.isEmpty)
  }

  @Test func framesComeInOrderWithTheirTimes() async throws {
    let animation = try await AnimatedImage(Self.orbit)
    let source = try await Self.orbit.open()
    var time = RationalTime.zero
    var index = 0
    for try await frame in animation.frames {
      #expect(frame.index == index)
      #expect(frame.start == time)
      let expected = try source.next()
      #expect(frame.pixels.contentHash == expected?.pixels.contentHash)
      time += frame.duration
      index += 1
    }
    #expect(index == 24)
    #expect(time == animation.timeline.totalTime)
  }

  @Test func timesFindFramesInEveryPlay() async throws {
    let animation = try await AnimatedImage(.numbered(4, plays: .plays(2)))
    func frame(_ milliseconds: Int64) async throws -> Int {
      try await animation.frame(at: RationalTime.milliseconds(milliseconds)).index
    }
    // 50 ms each, two plays.
    let times: [(Int64, Int)] = [
      (-1, 0), (0, 0), (49, 0), (50, 1), (199, 3), (200, 0), (250, 1), (399, 3), (400, 3),
      (1_000_000, 3),
    ]
    for (time, index) in times {
      #expect(try await frame(time) == index)
      #expect(animation.frameIfReady(at: RationalTime.milliseconds(time))?.index == index)
    }
  }

  @Test func delaysAreThoseOfThePolicy() async throws {
    var gif = GIFBuilder(2, 2)
    for delay in [0, 1, 2, 3, 4, 10] { gif.frame(.init(w: 2, h: 2, delay: delay)) }
    gif.end()
    func durations(_ policy: DelayPolicy?) async throws -> [Int64] {
      try await AnimatedImage(.bytes(gif.bytes, name: "x"), delays: policy).frames
        .reduce(into: []) { $0.append(try $1.duration.ticks(in: .milliseconds, rounding: .down)) }
    }
    #expect(try await durations(nil) == [100, 100, 20, 30, 40, 100])
    #expect(try await durations(.gifu) == [66, 100, 20, 30, 40, 100])
    #expect(
      try await durations(.minimum(.milliseconds(33), replacement: .milliseconds(33)))
        == [33, 33, 33, 33, 40, 100])
    let error = await #expect(throws: ConversionError.self) {
      try await durations(.verbatim(zeroDelay: nil))
    }
    #expect(error?.underlying as? TimingError == .zeroDelay(frame: 0))
  }

  /// If it waited for the worker, this test would never end.
  @Test func askingForWhatIsReadyNeverWaits() async throws {
    let first = Gate()
    let gate = Gate()
    let animation = try await AnimatedImage(
      .numbered(6, plays: .plays(1)) { ($0 >= 2 ? gate : first).wait() })
    #expect(animation.frameIfReady(at: 0) == nil)
    first.open()
    _ = try await animation.frame(at: 0)
    _ = try await animation.frame(at: 1)
    // The worker is blocked in frame 2.
    #expect(animation.frameIfReady(at: 2)?.index == 1)
    #expect(animation.frameIfReady(at: 5)?.index == 1)
    #expect(animation.frameIfReady(at: 0)?.index == 0)
    gate.open()
    for _ in 0..<2000 where animation.frameIfReady(at: 5)?.index != 5 {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(animation.frameIfReady(at: 5)?.pixels.number == 5)
  }

  @Test func theFirstFrameIsReadyBeforeTheClockStarts() async throws {
    // An earlier engine started the clock first and showed frame 7 first.
    let animation = try await AnimatedImage(.numbered(60) { _ in pause(microseconds: 10_000) })
    var playing = try await animation.start(.slowDown)
    #expect(playing.first.index == 0)
    #expect(playing.first.pixels.number == 0)
    let position = playing.cursor.advance(to: .zero)
    #expect(position.frame == 0)
    #expect(position.nextChange == animation.timeline.durationTime(of: 0))
    #expect(animation.frameIfReady(at: 0)?.index == 0)
  }

  @Test func aWorkerDecodesAheadInPlayingOrder() async throws {
    let order = Mutex<[Int]>([])
    let budget = FrameBudget(bytes: 4 * 64)
    let animation = try await AnimatedImage(
      .numbered(6) { index in order.withLock { $0.append(index) } }, budget: budget)
    _ = try await animation.frame(at: 0)
    for index in [3, 4, 5, 0, 1] {
      for _ in 0..<2000 where budget.usedBytes < 4 * 64 {
        try await Task.sleep(for: .milliseconds(1))
      }
      for _ in 0..<2000 where animation.frameIfReady(at: (index + 3) % 6)?.index != (index + 3) % 6
      {
        try await Task.sleep(for: .milliseconds(1))
      }
      _ = try await animation.frame(at: index)
    }
    // Nothing is decoded twice while it is still in the window.
    let decoded = order.withLock { $0 }
    #expect(Array(decoded.prefix(4)) == [0, 1, 2, 3])
  }

  @Test(arguments: ScaleFilter.allCases)
  func smallerFramesHaveTheShapeOfTheFrame(filter: ScaleFilter) async throws {
    let animation = try await AnimatedImage(.numbered(3, size: PixelSize(width: 300, height: 100)))
    let small = try await animation.frame(
      at: 2, fitting: PixelSize(width: 60, height: 60), filter: filter)
    #expect(small.pixels.size == PixelSize(width: 60, height: 20))
    #expect(small.pixels.number == 2)
    #expect(small.start == animation.timeline.startTime(of: 2))
    let same = try await animation.frame(at: 0, fitting: PixelSize(width: 300, height: 300))
    #expect(same.pixels.size == animation.size)
    #expect(try await animation.frame(at: 0).pixels.number == 0)
  }

  @Test func errorsOfOpeningNameTheFileAndAreThoseOfReading() async throws {
    let missing = await #expect(throws: ConversionError.self) {
      _ = try await AnimatedImage(.path("/nowhere/x.gif"))
    }
    #expect(missing?.underlying as? ReadingError == .notFound)
    #expect(missing?.file == "/nowhere/x.gif")
    let unknown = await #expect(throws: ConversionError.self) {
      _ = try await AnimatedImage(.bytes(Array("no picture".utf8), name: "x"))
    }
    #expect(unknown?.underlying as? ReadingError == .unknownKind)
    #expect(unknown?.file == "x")
  }

  @Test func afterAnErrorWhatIsKeptCanStillBeHad() async throws {
    let failure = ReadingError.malformed(detail: "broken", frame: 3, byteOffset: nil)
    let animation = try await AnimatedImage(.numbered(6) { if $0 == 3 { throw failure } })
    for index in 0..<3 { _ = try await animation.frame(at: index) }
    for _ in 0..<3 {
      for index in [3, 5] {
        let error = await #expect(throws: ConversionError.self) {
          try await animation.frame(at: index)
        }
        #expect(error?.underlying as? ReadingError == failure)
        #expect(error?.file == "numbers")
      }
      #expect(try await animation.frame(at: 2).pixels.number == 2)
      #expect(animation.frameIfReady(at: 4)?.index == 2)
    }
  }

  @Test func reportsDamageOnceItIsDecoded() async throws {
    var gif = GIFBuilder(8, 8)
    gif.frame(.init(w: 8, h: 8, fill: 1, delay: 5))
    gif.frame(.init(w: 8, h: 8, fill: 2, delay: 5, cut: 2))
    gif.frame(.init(w: 8, h: 8, fill: 3, delay: 5))
    gif.end()
    let animation = try await AnimatedImage(.bytes(gif.bytes, name: "x"))
    #expect(animation.timeline.count == 3)
    for try await frame in animation.frames { #expect(frame.pixels.size == animation.size) }
    // The worker records warnings after it has returned the frame.
    for _ in 0..<1000 where animation.warnings.isEmpty {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(animation.warnings.contains { $0.kind == .damagedFrame && $0.frame == 1 })
  }
}
