import AnimTiming
import TestSupport
import Testing

@testable import Atlases
@testable import TextFormats

@Suite struct FrameNameTests {
  @Test func splitsNamesIntoParts() {
    let name = FrameName("walk_0012_delay-0.07s@2x.png")
    #expect(name.prefix == "walk_")
    #expect(name.digits == "0012")
    #expect(name.number == 12)
    #expect(name.suffix == ".png")
    #expect(name.delay == .milliseconds(70))
    #expect(name.scale == ExactDecimal(2))
  }

  @Test(arguments: [
    ("f1.png", 1 as Int?), ("10.png", 10), ("a2b3c.png", 3), ("f.png", nil), ("f00.png", 0),
    (".hidden", nil), ("f9@3x.png", 9), ("frame-300ms.png", nil), ("f7-300ms.png", 7), ("f12", 12),
    ("f1234567890123456789.png", nil), ("@2x.png", 2), ("5@2.5x.png", 5), ("a.b.7.png", 7),
  ])
  func theNumberIsTheLastBeforeTheExtension(name: String, number: Int?) {
    #expect(FrameName(name).number == number)
  }

  @Test(arguments: [
    ("frame_00_delay-0.07s.gif", Delay.milliseconds(70) as Delay?),
    ("frame_1_delay-0.07s", .milliseconds(70)), ("a-delay:200.png", .milliseconds(200)),
    ("a_delay200.png", .milliseconds(200)), ("a_Delay-1s.png", .milliseconds(1000)),
    ("f1-300ms.png", .milliseconds(300)), ("f1_0.3s.png", .milliseconds(300)),
    ("Frame 3 (100ms) (replace).png", .milliseconds(100)), ("Frame 3 (100ms)", .milliseconds(100)),
    ("Layer 2,1000.png", .milliseconds(1000)), ("f-3000ms.png", .milliseconds(3000)),
    ("f1.png", nil), ("f-300.png", nil), ("f_12.png", nil), ("delay-5.png", nil),
    ("glass.png", nil),
    ("f1s.png", nil), ("f (copy).png", nil), ("f-ms.png", nil), ("f_delay-x.png", nil),
    ("f_1/2s.png", nil), ("f (-5ms).png", nil),
  ])
  func timesAreRead(name: String, delay: Delay?) {
    #expect(FrameName(name).delay == delay)
  }

  @Test(arguments: [
    ("f@2x.png", 2), ("f@3x", 3), ("f.png", 1), ("f2x.png", 1), ("@2x.png", 1), ("f@x.png", 1),
    ("f@0x.png", 1), ("f@-2x.png", 1), ("f@2X.png", 1),
  ])
  func scalesAreRead(name: String, scale: Int64) {
    #expect(FrameName(name).scale == ExactDecimal(scale))
  }

  @Test func twinsShareTheirParts() {
    let (small, large) = (FrameName("f12.png"), FrameName("f12@2x.png"))
    #expect(small.prefix == large.prefix && small.suffix == large.suffix)
    #expect(small.number == large.number && small.scale != large.scale)
  }

  @Test func randomNamesNeverTrap() {
    let pieces = [
      "@", "x", "2", "0.5", "(", ")", "ms", "s", "delay", "-", "_", ",", ".", "é", "😀", "/", "Δ",
    ]
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      let name = (0..<Int.random(in: 0...8, using: &generator))
        .map { _ in pieces.randomElement(using: &generator)! }.joined()
      let parts = FrameName(name)
      #expect(parts.prefix.count + parts.suffix.count <= name.count)
      _ = SheetName(name)
      _ = FrameNamePattern(name)
    }
  }
}

/// Letters whose lower case has another length.
@Suite struct FrameNameLetterTests {
  @Test(arguments: [
    "\u{212A}delay\u{130}\u{130}.png", "\u{130}_DELAY-70ms.png", "\u{212A}_delay-0.07s.png",
    "delay.png", "_delay", "\u{301}_delay5",
  ])
  func noNameIsATrap(name: String) {
    let delay = FrameName(name).delay
    #expect((delay != nil) == (name.contains("7") || name.contains("5")))
  }
}
