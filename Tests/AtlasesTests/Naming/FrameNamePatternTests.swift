import AnimTiming
import Testing

@testable import Atlases

@Suite struct FrameNamePatternTests {
  @Test(arguments: [
    ("f%04d.png", 12, "f0012.png"), ("f%04d.png", 12_345, "f12345.png"), ("f%d.png", 0, "f0.png"),
    ("%03d", 7, "007"), ("100%%_%02d.png", 5, "100%_05.png"),
  ])
  func namesAndNumbersAreInverse(pattern: String, number: Int, name: String) throws {
    let pattern = try #require(FrameNamePattern(pattern))
    #expect(pattern.name(number) == name)
    #expect(pattern.number(of: name) == number)
  }

  @Test(arguments: [
    "f12.png", "f00012.png", "f0012.jpg", "g0012.png", "f.png", "f-001.png", "f0x12.png",
  ])
  func otherNamesHaveNoNumber(name: String) {
    #expect(FrameNamePattern("f%04d.png")?.number(of: name) == nil)
  }

  @Test(arguments: [
    "f.png", "f%d%d.png", "f%s.png", "f%", "f%4d.png", "f%-4d", "f%99d", "f%%d", "%04",
  ])
  func otherTextIsNoPattern(text: String) {
    #expect(FrameNamePattern(text) == nil)
  }

  @Test func everyNumberComesBack() throws {
    for text in ["%d", "%03d.png", "a%02db"] {
      let pattern = try #require(FrameNamePattern(text))
      for number in 0...1200 { #expect(pattern.number(of: pattern.name(number)) == number) }
    }
  }
}
