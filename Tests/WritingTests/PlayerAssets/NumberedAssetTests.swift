import AnimTiming
import Messages
import Testing

@testable import Writing

/// Checks C5 of the triple-buffered view and D1 to D6 of MBAnimationView that concern names, texts
/// and times.
@Suite struct NumberedAssetTests {
  /// C5.
  @Test func c5NamesAreBareNumbersFromOne() throws {
    let asset = try TripleBufferAsset(frameCount: 60, rate: FrameRate(25, 2))
    let names = (0..<60).map(asset.fileName(of:))
    #expect(names == (1...60).map { "\($0).png" })
    #expect(asset.code.contains("withTimeInterval: 0.08"))
    #expect(asset.code.contains("tick % 60 + 1"))
    #expect(asset.files.isEmpty && asset.warnings.isEmpty)
  }

  /// C5.
  @Test func c5AnotherRateIsRefused() {
    #expect(
      throws: PlayerAssetError.fixedRate(
        FrameRate(25), expected: FrameRate(25, 2), player: .tripleBuffer)
    ) { try TripleBufferAsset(frameCount: 60, rate: FrameRate(25)) }
  }

  private func asset(
    start: Int = 0, frames: Int = 80, pad: Int = 2, rate: FrameRate = FrameRate(20),
    plays: LoopCount = .forever
  ) throws -> AnimationViewAsset {
    try AnimationViewAsset(
      prefix: "animationFrame", start: start, frameCount: frames, pad: pad, rate: rate,
      plays: plays)
  }

  /// D1.
  @Test func d1NamesHaveOneWidthOrAreRefused() throws {
    let asset = try asset()
    #expect(asset.fileName(of: 0) == "animationFrame00.png")
    #expect(asset.fileName(of: 79) == "animationFrame79.png")
    #expect(Set((0..<80).map { asset.fileName(of: $0) }).count == 80)
    #expect(try self.asset(frames: 100).fileName(of: 99) == "animationFrame99.png")
    let refusal = PlayerAssetError.mixedWidths(pad: 2, needed: 3, player: .animationView)
    #expect(refusal.remedy?.text(.options) == "use --pad 3")
    #expect(throws: refusal) { try self.asset(frames: 101) }
    #expect(throws: refusal) { try self.asset(start: 1, frames: 100) }
    #expect(try self.asset(start: 1, frames: 99).fileName(of: 98) == "animationFrame99.png")
    #expect(try self.asset(start: 100, frames: 5).fileName(of: 4) == "animationFrame104.png")
    // Without padding, numbers have no leading zeros.
    #expect(try self.asset(frames: 101, pad: 0).fileName(of: 100) == "animationFrame100.png")
    #expect(try self.asset(frames: 101, pad: 0).fileName(of: 5) == "animationFrame5.png")
  }

  /// D2.
  @Test func d2TheRangesEndIsExclusive() throws {
    #expect(
      try asset(plays: .plays(1)).code == """
        [animationView playAnimation:@"animationFrame"
                           withRange:NSMakeRange(0, 80)
                       numberPadding:2
                              ofType:@"png"
                                 fps:20
                              repeat:0
                          completion:^{ }];

        """)
    // The view uses the number of files as the last index: 30 files from 1 on end before 31.
    #expect(try asset(start: 1, frames: 30).code.contains("NSMakeRange(1, 31)"))
    #expect(try asset().code.contains("repeat:INT_MAX"))
  }

  /// D3.
  @Test func d3TwinsAreCalledAfterTheirFrames() throws {
    #expect(try asset().fileName(of: 7, scale: 2) == "animationFrame07@2x.png")
  }

  /// D4.
  @Test func d4SlotsOfTheCommonDivisorAreExact() throws {
    let timeline = try AnimationTimeline(durations: [40, 100], timebase: .milliseconds)
    let slots = SlotExpansion(timeline)
    #expect(slots.rate == FrameRate(50))
    #expect(slots.counts == [2, 5])
    #expect(
      try RationalTime(Int64(slots.slotCount), 1).multiplied(by: 1, over: 50) == timeline.totalTime)
    _ = try asset(frames: slots.slotCount, rate: slots.rate)
    let walk = SlotExpansion(
      try AnimationTimeline(durations: Array(repeating: 14, count: 6), timebase: .centiseconds))
    #expect(
      throws: PlayerAssetError.fractionalRate(FrameRate(50, 7), player: .animationView)
    ) { try asset(frames: walk.slotCount, rate: walk.rate) }
  }

  /// D4: on a display of 60 Hz, the view waits for whole ticks.
  @Test(arguments: [(25, "20"), (24, "20"), (50, "30"), (7, "20/3"), (90, "60")])
  func d4ARateThatDoesNotDivide60IsAWarning(rate: Int64, shown: String) throws {
    let warnings = try asset(rate: FrameRate(rate)).warnings
    #expect(warnings.count == 1)
    #expect(warnings[0].contains("plays \(rate) frames per second as \(shown):"))
  }

  /// D4.
  @Test(arguments: [1, 2, 12, 15, 20, 30, 60])
  func d4DivisorsOf60AreNone(rate: Int64) throws {
    #expect(try asset(rate: FrameRate(rate)).warnings.isEmpty)
  }

  /// D6.
  @Test func d6RockIs92FilesAt20FramesASecond() throws {
    let durations: [Int64] =
      [70] + Array(repeating: 5, count: 18) + Array(repeating: 10, count: 21)
      + Array(repeating: 5, count: 18)
    let slots = SlotExpansion(try AnimationTimeline(durations: durations, timebase: .centiseconds))
    #expect(slots.slotCount == 92 && slots.rate == FrameRate(20))
    let asset = try asset(frames: slots.slotCount, rate: slots.rate)
    #expect(asset.code.contains("NSMakeRange(0, 92)") && asset.code.contains("fps:20"))
    #expect(asset.warnings.isEmpty)
  }

  /// The view leaves its last repetition blank, so every play is started separately.
  @Test func severalPlaysEndOnTheLastFrame() throws {
    let asset = try asset(plays: .plays(3))
    #expect(
      asset.code == """
        dispatch_queue_t queue = dispatch_get_main_queue();
        __block NSInteger plays = 3;
        __block void (^play)(void) = ^{
          [animationView playAnimation:@"animationFrame"
                             withRange:NSMakeRange(0, 80)
                         numberPadding:2
                                ofType:@"png"
                                   fps:20
                                repeat:0
                            completion:^{ if (--plays > 0) dispatch_async(queue, play); else play = nil; }];
        };
        play();

        """)
    #expect(asset.warnings.isEmpty)
  }

  @Test func theTripleBufferStopsAfterItsPlays() throws {
    let once = try TripleBufferAsset(frameCount: 60, rate: FrameRate(25, 2), plays: .plays(4)).code
    #expect(once.contains("repeats: true) { timer in"))
    #expect(once.contains("  tick += 1\n  if tick > 4 * 60 { timer.invalidate() }\n}\n"))
    let endless = try TripleBufferAsset(frameCount: 60, rate: FrameRate(25, 2)).code
    #expect(endless.contains("{ _ in") && endless.contains("  tick += 1\n}\n"))
    #expect(!endless.contains("invalidate"))
  }
}
