import FrameTestSupport
import TestSupport
import Testing

@testable import Reading
@testable import Stages

@Suite struct ICCProfileTests {
  private static func word(_ value: Int) -> [UInt8] { PNGBuilder.word32(value) }

  /// A profile with only a name.
  private static func profile(_ description: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0, count: 36) + Array("acsp".utf8)
      + [UInt8](repeating: 0, count: 88) + word(2) + Array("cprt".utf8) + word(156) + word(0)
      + Array("desc".utf8) + word(156) + word(description.count) + description
  }

  static func profile(version2 name: String) -> [UInt8] {
    profile(Array("desc".utf8) + word(0) + word(name.utf8.count + 1) + Array(name.utf8) + [0])
  }

  static func profile(version4 name: String) -> [UInt8] {
    let text = name.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return profile(
      Array("mluc".utf8) + word(0) + word(1) + word(12) + Array("enUS".utf8) + word(text.count)
        + word(28) + text)
  }

  @Test(arguments: ["Display P3", "Größe, 色"])
  func namesOfBothVersionsAreRead(name: String) {
    #expect(ICCProfile(Self.profile(version4: name))?.name == name)
    if name.utf8.count == name.count {
      #expect(ICCProfile(Self.profile(version2: name))?.name == name)
    }
  }

  @Test func acceptsUnnamedProfilesAndRejectsOtherData() {
    let nameless = Array(Self.profile(version2: "").dropLast(12)) + Array(repeating: 0, count: 12)
    #expect(ICCProfile(nameless)?.name == nil)
    #expect(ColorDescription.profile(ICCProfile(nameless)!).name == "a profile without a name")
    #expect(ICCProfile([]) == nil)
    #expect(ICCProfile(Array(repeating: 0, count: 400)) == nil)
  }

  @Test func everyTruncationAndEveryByteIsSafe() {
    for whole in [Self.profile(version2: "Display P3"), Self.profile(version4: "Display P3")] {
      for count in 0..<whole.count {
        #expect(ICCProfile(Array(whole[..<count]))?.name != "Display P3")
      }
      for index in whole.indices {
        for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
          var damaged = whole
          damaged[index] = value
          _ = ICCProfile(damaged)?.name
        }
      }
    }
  }

  @Test func aWebPNamesItsColors() throws {
    func warnings(_ profile: [UInt8]) throws -> [String] {
      var webp = WebPBuilder(4, 4)
      webp.raw(WebPBuilder.chunk("ICCP", profile))
      webp.frame(WebPBuilder.Frame(w: 4, h: 4, fill: WebPBuilder.red))
      return try openWebP(webp.bytes).info.warnings.map(\.detail)
    }
    #expect(
      try warnings(Self.profile(version2: "Adobe RGB (1998)")) == [
        "the colours are in the profile 'Adobe RGB (1998)', which animconv does not convert; they "
          + "are treated as sRGB"
      ])
  }
}
