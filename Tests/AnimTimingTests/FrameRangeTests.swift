import Testing

@testable import AnimTiming

@Suite struct FrameRangeTests {
  @Test(arguments: [
    ("10..<20", 10, 20), ("10...19", 10, 20), ("10-19", 10, 20), ("10...", 10, nil),
    ("...19", 0, 20), ("..<20", 0, 20), ("7", 7, 8), ("0...0", 0, 1), ("5..<5", 5, 5),
  ])
  func readsFrames(text: String, from: Int, to: Int?) {
    #expect(AnimationTimeline.FrameRange(text) == .frames(from: from, to: to))
  }

  @Test(arguments: [
    ("1.5s..3s", "1.5", "3"), ("500ms..2s", "0.5", "2"), ("1s...3s", "1", "3"),
    ("1s..<3s", "1", "3"), ("0:01..0:02.5", "1", "2.5"), ("2s..", "2", nil), ("2s...", "2", nil),
    ("0..0.2s", "0", "0.2"), ("0...2s", "0", "2"), ("0..<0:02", "0", "2"),
    ("..2s", "0", "2"), ("...2s", "0", "2"), ("1/3s..1s", "1/3", "1"), (".5s...75s", "0.5", "75"),
  ])
  func readsTimes(text: String, from: String, to: String?) {
    #expect(
      AnimationTimeline.FrameRange(text)
        == .times(from: RationalTime(from)!, to: to.map { RationalTime($0)! }))
  }

  @Test(arguments: [
    "", "..", "...", "..<", "10..20", "..20", "10..", "10..<", "1.5..3", "a...b", "1s..5", "1..2s",
    "0..",
    "0..2", "00..2s",
    "-5", "5-", "1-2-3", "-1...5", "1s-2s", "2s", "10....20", "9223372036854775808",
    "0...9223372036854775807",
  ])
  func refusesOtherTexts(text: String) {
    #expect(AnimationTimeline.FrameRange(text) == nil)
  }

  @Test(arguments: ["10..<20", "10...", "0..<5", "1.5s..3s", "0s..1/3s", "2s.."])
  func textsComeBack(text: String) throws {
    #expect(try #require(AnimationTimeline.FrameRange(text)).description == text)
  }
}
